//! The operator's routes, on a separate address: `/healthz` (the process answers), `/readyz` (it can serve people) and
//! `/metrics` (Prometheus); and the middleware that measures requests.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::middleware::Next;
use actix_web::web::{self, ServiceConfig};
use actix_web::{Error, HttpResponse};
use futures_util::future::BoxFuture;
use metrics::histogram;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use crate::platform::metrics_list;

/// Histogram of seconds from a request's arrival to its answer's head, by `method`, `route` and `status`.
pub const REQUEST_SECONDS: &str = "http_request_seconds";
/// Upper bounds in seconds of every histogram named `…_seconds`.
const BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Timeout of the check behind `/readyz`.
const PATIENCE: Duration = Duration::from_secs(2);
/// Interval at which histograms are folded, so that they do not grow between scrapes.
const UPKEEP: Duration = Duration::from_secs(5);

/// Installs the process's metrics recorder; fails if there is one already.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    let handle = builder()?.install_recorder()?;
    metrics_list::register();
    Ok(handle)
}

fn builder() -> Result<PrometheusBuilder, BuildError> {
    PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS)
}

/// Runs for ever; spawned once beside the servers.
pub async fn upkeep(metrics: PrometheusHandle) {
    let mut interval = tokio::time::interval(UPKEEP);
    loop {
        interval.tick().await;
        metrics.run_upkeep();
    }
}

/// Why the node is not ready, in one line for the operator.
pub type NotReady = String;

/// The state of a node that is ready.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// What it currently does without, in one line for the operator.
    pub degraded: Option<String>,
    /// A recommendation for the operator, in one line; everything works without.
    pub note: Option<String>,
}

type Ready = dyn Fn() -> BoxFuture<'static, Result<Health, NotReady>> + Send + Sync;

/// State of the operator's routes. Cheap to clone.
#[derive(Clone)]
pub struct Operator {
    ready: Arc<Ready>,
    patience: Duration,
    metrics: PrometheusHandle,
    /// The data directory.
    data: Arc<Path>,
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Operator")
    }
}

impl Operator {
    /// `ready` is called at each `/readyz` and must answer within two seconds.
    pub fn new(
        metrics: PrometheusHandle,
        data: PathBuf,
        ready: impl Fn() -> BoxFuture<'static, Result<Health, NotReady>> + Send + Sync + 'static,
    ) -> Self {
        Self { ready: Arc::new(ready), patience: PATIENCE, metrics, data: data.into() }
    }

    /// The routes, for `App::configure` of the operator's server.
    pub fn configure(self, config: &mut ServiceConfig) {
        config
            .app_data(web::Data::new(self))
            .route("/healthz", web::get().to(healthz))
            .route("/readyz", web::get().to(readyz))
            .route("/metrics", web::get().to(render));
    }
}

async fn healthz() -> HttpResponse {
    plain(HttpResponse::Ok(), "ok\n".to_owned())
}

async fn readyz(operator: web::Data<Operator>) -> HttpResponse {
    match tokio::time::timeout(operator.patience, (operator.ready)()).await {
        Ok(Ok(Health { degraded, note })) => {
            let line = |what: &str, said: Option<String>| {
                said.map(|said| format!("{what}: {said}\n")).unwrap_or_default()
            };
            let said = line("degraded", degraded) + &line("note", note);
            plain(HttpResponse::Ok(), format!("ready\n{said}"))
        }
        Ok(Err(why)) => plain(HttpResponse::ServiceUnavailable(), format!("not ready: {why}\n")),
        Err(_) => plain(HttpResponse::ServiceUnavailable(), "not ready: no answer in time\n".to_owned()),
    }
}

async fn render(operator: web::Data<Operator>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(format!(
        "{}{}",
        operator.metrics.render(),
        metrics_list::process(&operator.data)
    ))
}

fn plain(mut response: actix_web::HttpResponseBuilder, text: String) -> HttpResponse {
    response.insert_header((CACHE_CONTROL, "no-store")).content_type("text/plain; charset=utf-8").body(text)
}

/// Middleware for `from_fn`; the last registered, so that panics are measured too. Labels have few values: the matched
/// pattern (never a path), a known method, the status's class.
pub async fn measure<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let method = method_label(request.method());
    let response = next.call(request).await;
    let (route, status) = match &response {
        Ok(response) => (response.request().match_pattern(), response.status().as_u16()),
        Err(error) => (None, error.as_response_error().status_code().as_u16()),
    };
    let route = route.unwrap_or_else(|| "unmatched".to_owned());
    histogram!(REQUEST_SECONDS, "method" => method, "route" => route, "status" => class_label(status))
        .record(started.elapsed());
    response
}

fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

fn class_label(status: u16) -> &'static str {
    match status {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use actix_web::App;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use futures_util::FutureExt;

    use super::*;

    fn operator(answer: Result<Health, NotReady>) -> Operator {
        let recorder = builder().unwrap().build_recorder();
        Operator::new(recorder.handle(), PathBuf::from("."), move || {
            futures_util::future::ready(answer.clone()).boxed()
        })
    }

    async fn ask(operator: Operator, uri: &str) -> (u16, String) {
        let app = init_service(App::new().configure(|config| operator.configure(config))).await;
        let response = call_service(&app, TestRequest::get().uri(uri).to_request()).await;
        let status = response.status().as_u16();
        (status, String::from_utf8_lossy(&read_body(response).await).into_owned())
    }

    #[actix_web::test]
    async fn alive_is_not_ready() {
        let tired = Err("the store does not answer".to_owned());
        assert_eq!(ask(operator(tired.clone()), "/healthz").await, (200, "ok\n".to_owned()));
        assert_eq!(
            ask(operator(tired), "/readyz").await,
            (503, "not ready: the store does not answer\n".to_owned())
        );
        let well = Ok(Health::default());
        assert_eq!(ask(operator(well.clone()), "/readyz").await, (200, "ready\n".to_owned()));
        assert_eq!(ask(operator(well), "/other").await.0, 404);
    }

    #[actix_web::test]
    async fn degraded_node_is_ready_and_reports_it() {
        let alone = Ok(Health { degraded: Some("the bus is away".to_owned()), note: None });
        let answer = (200, "ready\ndegraded: the bus is away\n".to_owned());
        assert_eq!(ask(operator(alone), "/readyz").await, answer);
    }

    #[actix_web::test]
    async fn readiness_without_an_answer_is_not_ready() {
        let recorder = builder().unwrap().build_recorder();
        let operator =
            Operator::new(recorder.handle(), PathBuf::from("."), || futures_util::future::pending().boxed());
        let operator = Operator { patience: Duration::from_millis(10), ..operator };
        assert_eq!(ask(operator, "/readyz").await.0, 503);
    }

    #[actix_web::test]
    async fn requests_are_measured_by_pattern() {
        let recorder = builder().unwrap().build_recorder();
        let handle = recorder.handle();
        let _guard = metrics::set_default_local_recorder(&recorder);
        let app = App::new().route("/things/{id}", web::get().to(HttpResponse::Ok)).wrap(from_fn(measure));
        let app = init_service(app).await;
        for uri in ["/things/1", "/things/2", "/secret-path"] {
            call_service(&app, TestRequest::get().uri(uri).to_request()).await;
        }
        let (status, text) = ask(
            Operator::new(handle, PathBuf::from("."), || {
                futures_util::future::ready(Ok(Health::default())).boxed()
            }),
            "/metrics",
        )
        .await;
        assert_eq!(status, 200);
        assert!(
            text.contains(r#"http_request_seconds_count{method="GET",route="/things/{id}",status="2xx"} 2"#),
            "{text}"
        );
        assert!(text.contains(r#"route="unmatched",status="4xx"} 1"#), "{text}");
        assert!(text.contains(r#"le="0.0005""#) && !text.contains("secret-path"), "{text}");
    }
}
