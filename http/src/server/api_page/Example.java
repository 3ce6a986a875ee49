// java Example.java wss://host/ws-notify TOKEN CHANNEL: prints the live events of a channel, as JSON.
// TOKEN: POST /api/v1/websocket/token. Needs Java 17 and nothing else.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

class Example {
    static final CountDownLatch end = new CountDownLatch(1);

    static String frame(String command, String headers, String body) {
        return command + "\n" + headers + "\n" + body + "\0";
    }

    record Listener(String token, String channel, StringBuilder rest) implements WebSocket.Listener {
        public void onOpen(WebSocket socket) {
            // No heart-beats: a client that lives longer offers some, and reconnects.
            socket.sendText(frame("CONNECT", "accept-version:1.2\nhost:kalender\nheart-beat:0,0\ntoken:" + token + "\n", ""), true);
            socket.request(1);
        }

        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            rest.append(data);
            for (int nul; (nul = rest.indexOf("\0")) >= 0; rest.delete(0, nul + 1)) {
                take(socket, rest.substring(0, nul).stripLeading());
            }
            socket.request(1);
            return null;
        }

        void take(WebSocket socket, String frame) {
            switch (frame.substring(0, frame.indexOf('\n'))) {
                case "CONNECTED" -> socket.sendText(frame("SUBSCRIBE",
                    "id:1\ndestination:/topic/chat/channel/" + channel + "\nreceipt:ready\n", ""), true);
                case "RECEIPT" -> System.out.println("listening");
                case "MESSAGE" -> System.out.println(frame.substring(frame.indexOf("\n\n") + 2));
                default -> System.err.println(frame);
            }
        }

        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            end.countDown();
            return null;
        }

        public void onError(WebSocket socket, Throwable error) {
            System.err.println(error.getMessage());
            end.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        HttpClient.newHttpClient().newWebSocketBuilder().subprotocols("v12.stomp")
            .buildAsync(URI.create(args[0]), new Listener(args[1], args[2], new StringBuilder())).join();
        end.await();
    }
}
