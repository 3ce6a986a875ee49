import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Search DIR PORT: one OpenSearch with its data in DIR and HTTP on 127.0.0.1:PORT, until it is killed. */
public class Search {
  public static void main(String[] args) throws Exception {
    // The runner adds the node's number, 1, to the port.
    int base = Integer.parseInt(args[1]) - 1;
    OpenSearchRunner runner = new OpenSearchRunner();
    // It takes none above 9299 unless told to take the one that is named, whatever it is.
    runner.setMaxHttpPort(-1);
    runner.onBuild((number, settings) -> {
      // Nothing is kept for long: a full disk is nobody's concern.
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
      settings.put("discovery.type", "single-node");
    });
    runner.build(newConfigs().basePath(args[0]).numOfNode(1).baseHttpPort(base).clusterName("kalender"));
    runner.ensureYellow();
    Thread.currentThread().join();
  }
}
