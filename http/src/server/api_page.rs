//! The page at /api: the OpenAPI and AsyncAPI documents for people, rendered once. Without scripts, so that it can be
//! read anywhere, printed, and searched by the browser.

use std::fmt::{self, Write as _};

use serde_json::Value;

/// In display order.
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

const STYLE: &str = include_str!("api_page/style.css");
/// Both are run by the live tests.
const EXAMPLES: [(&str, &str, &str); 2] = [
    ("JavaScript, med @stomp/stompjs", "example.mjs", include_str!("api_page/example.mjs")),
    ("Java, utan bibliotek", "Example.java", include_str!("api_page/Example.java")),
];

/// The whole page. `api`: the OpenAPI document, `live`: the AsyncAPI one.
pub fn draw(api: &Value, live: &Value) -> String {
    let mut page = String::with_capacity(512 * 1024);
    // Writing to a string does not fail.
    let _ = write(&mut page, api, live);
    page
}

fn write(page: &mut String, api: &Value, live: &Value) -> fmt::Result {
    write!(
        page,
        "<!doctype html><html lang=\"sv\"><head><meta charset=\"utf-8\"><title>API · Kalender</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><style>{STYLE}</style></head><body>\
         <a class=\"skip\" href=\"#innehall\">Till innehållet</a>\
         <header><p><a href=\"/\">Kalender</a></p><h1>API</h1>\
         <p>För den som bygger något som talar med Kalender. Dokumenten för verktyg: \
         <a href=\"/api/openapi.json\">OpenAPI 3.1</a> och <a href=\"/api/asyncapi.json\">AsyncAPI 3.0</a>.</p></header>\
         <nav aria-label=\"På sidan\"><ul>"
    )?;
    for tag in list(&api["tags"]) {
        let name = text(&tag["name"]);
        if name != "live" {
            write!(page, "<li><a href=\"#{0}\">{0}</a></li>", escape(name))?;
        }
    }
    page.push_str(
        "<li><a href=\"#direkt\">Direktanslutning</a></li><li><a href=\"#former\">Former</a></li></ul></nav>",
    );
    page.push_str("<main id=\"innehall\" lang=\"en\">");
    write!(page, "<p>{}</p>", prose(&api["info"]["description"]))?;
    write_sign_in(page, api)?;
    for tag in list(&api["tags"]).iter().filter(|tag| text(&tag["name"]) != "live") {
        write_tag(page, api, tag)?;
    }
    write_live(page, live)?;
    write_schemas(page, api, live)?;
    page.push_str("</main></body></html>");
    Ok(())
}

fn write_sign_in(page: &mut String, api: &Value) -> fmt::Result {
    page.push_str("<h2 id=\"sign-in\">Signing in</h2><dl>");
    for (name, scheme) in fields(&api["components"]["securitySchemes"]) {
        write!(page, "<dt><code>{}</code></dt><dd>{}</dd>", escape(name), prose(&scheme["description"]))?;
    }
    page.push_str("</dl>");
    Ok(())
}

fn write_tag(page: &mut String, api: &Value, tag: &Value) -> fmt::Result {
    let name = text(&tag["name"]);
    write!(page, "<h2 id=\"{0}\">{0}</h2><p>{1}</p>", escape(name), prose(&tag["description"]))?;
    for (path, item) in fields(&api["paths"]) {
        for method in METHODS {
            let operation = &item[method];
            if list(&operation["tags"]).iter().any(|it| text(it) == name) {
                write_operation(page, path, method, operation)?;
            }
        }
    }
    Ok(())
}

fn write_operation(page: &mut String, path: &str, method: &str, operation: &Value) -> fmt::Result {
    write!(
        page,
        "<details><summary><code class=\"verb\">{}</code> <code>{}</code> <span>{}</span></summary><p>{}</p>",
        method.to_uppercase(),
        escape(path),
        prose(&operation["summary"]),
        prose(&operation["description"]),
    )?;
    let parameters = list(&operation["parameters"]);
    if !parameters.is_empty() {
        page.push_str("<h3>Parameters</h3><ul>");
        for parameter in parameters {
            let required = if parameter["required"] == true { ", required" } else { "" };
            write!(
                page,
                "<li><code>{}</code> ({}{required}): {} {}</li>",
                escape(text(&parameter["name"])),
                escape(text(&parameter["in"])),
                shape(&parameter["schema"]),
                prose(&parameter["description"]),
            )?;
        }
        page.push_str("</ul>");
    }
    for (kind, content) in fields(&operation["requestBody"]["content"]) {
        write!(page, "<h3>Body</h3><p><code>{}</code>: {}</p>", escape(kind), shape(&content["schema"]))?;
    }
    page.push_str("<h3>Answers</h3><ul>");
    for (status, answer) in fields(&operation["responses"]) {
        write!(page, "<li><code>{}</code> ", escape(status))?;
        if let Some(name) = answer["$ref"].as_str().and_then(|it| it.rsplit('/').next()) {
            page.push_str(&escape(name));
        }
        page.push_str(&prose(&answer["description"]));
        for (_, content) in fields(&answer["content"]) {
            write!(page, " {}", shape(&content["schema"]))?;
        }
        page.push_str("</li>");
    }
    page.push_str("</ul></details>");
    Ok(())
}

fn write_live(page: &mut String, live: &Value) -> fmt::Result {
    write!(
        page,
        "<h2 id=\"direkt\" lang=\"sv\">Direktanslutning</h2><p>{}</p><h3>Destinations</h3><ul>",
        prose(&live["info"]["description"])
    )?;
    for (_, operation) in fields(&live["operations"]) {
        let channel = text(&operation["channel"]["$ref"]).rsplit('/').next().unwrap_or_default();
        let channel = &live["channels"][channel];
        let verb = if operation["action"] == "send" { "SUBSCRIBE" } else { "SEND" };
        write!(
            page,
            "<li><code>{verb} {}</code>: {}",
            escape(text(&channel["address"])),
            prose(&operation["description"])
        )?;
        for (body, _) in fields(&channel["messages"]) {
            write!(page, " {}", link(body))?;
        }
        page.push_str("</li>");
    }
    page.push_str("</ul>");
    for (name, file, source) in EXAMPLES {
        write!(
            page,
            "<h3 lang=\"sv\">Exempel: {}</h3><pre tabindex=\"0\" aria-label=\"{file}\"><code>{}</code></pre>",
            escape(name),
            escape(source)
        )?;
    }
    Ok(())
}

fn write_schemas(page: &mut String, api: &Value, live: &Value) -> fmt::Result {
    page.push_str("<h2 id=\"former\" lang=\"sv\">Former</h2>");
    let known = fields(&api["components"]["schemas"]);
    let only_live = fields(&live["components"]["schemas"])
        .filter(|(name, _)| api["components"]["schemas"][*name].is_null());
    for (name, schema) in known.chain(only_live) {
        write!(
            page,
            "<details id=\"schema-{0}\"><summary><code>{0}</code> <span>{1}</span></summary><ul>",
            escape(name),
            prose(&schema["description"]),
        )?;
        let required = list(&schema["required"]);
        for (field, of) in fields(&schema["properties"]) {
            let needed = if required.iter().any(|it| text(it) == field) { ", required" } else { "" };
            let about = prose(&of["description"]);
            write!(page, "<li><code>{}</code>{needed}: {} {about}</li>", escape(field), shape(of))?;
        }
        if schema["properties"].is_null() {
            write!(page, "<li>{}</li>", shape(schema))?;
        }
        page.push_str("</ul></details>");
    }
    Ok(())
}

/// A short description of a value's type, with links.
fn shape(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|it| it.rsplit('/').next()) {
        return link(name);
    }
    for (key, between) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")] {
        if let Some(parts) = schema[key].as_array() {
            return parts.iter().map(shape).collect::<Vec<_>>().join(between);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return escape(&values.iter().map(Value::to_string).collect::<Vec<_>>().join(", "));
    }
    if !schema["const"].is_null() {
        return escape(&schema["const"].to_string());
    }
    let kind = match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        _ => "anything".to_owned(),
    };
    if schema["items"].is_object() {
        return format!("list of {}", shape(&schema["items"]));
    }
    let bounds = [
        ("format", ""),
        ("minimum", "≥ "),
        ("maximum", "≤ "),
        ("minLength", "length ≥ "),
        ("maxLength", "length ≤ "),
    ];
    let bounds = bounds.iter().filter_map(|(key, sign)| match &schema[*key] {
        Value::Null => None,
        Value::String(text) => Some(format!(", {sign}{text}")),
        other => Some(format!(", {sign}{other}")),
    });
    escape(&(kind + &bounds.collect::<String>()))
}

fn link(schema: &str) -> String {
    let name = escape(schema);
    format!("<a href=\"#schema-{name}\">{name}</a>")
}

/// A sentence with text between backticks as code.
fn prose(value: &Value) -> String {
    let parts = text(value).split('`').enumerate();
    parts
        .map(|(n, part)| if n % 2 == 0 { escape(part) } else { format!("<code>{}</code>", escape(part)) })
        .collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn fields(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_lists_every_operation_and_links_resolve() {
        let document = crate::server::routes::document(&[]);
        let live = crate::server::asyncapi::document(&document, &[]);
        let api = crate::server::openapi::written(&document, &[]);
        let page = draw(&api, &live);
        for (path, item) in fields(&api["paths"]) {
            for (method, operation) in fields(item).filter(|(name, _)| METHODS.contains(name)) {
                let head = format!("{}</code> <code>{}</code>", method.to_uppercase(), escape(path));
                assert!(page.contains(&head), "{method} {path}");
                assert!(page.contains(&prose(&operation["summary"])));
            }
        }
        for target in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(page.contains(&format!("id=\"{target}\"")), "#{target}");
        }
        assert!(page.contains("Example.java") && !page.contains("<script"));
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escape("<b a=\"1\">&"), "&lt;b a=&quot;1&quot;&gt;&amp;");
    }
}
