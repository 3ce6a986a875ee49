//! The operator's texts in the pages: as data for the app, and in place of the built-in ones in prerendered pages.

use std::sync::Arc;

use actix_web::web::Bytes;

use super::drawing::escape;
use super::framed::PAGES;
use super::{File, PAGE, WebApp, is_of_pages};
use crate::platform::config::OperatorTexts;

/// The app's built-in values (`web/src/lib/operator.ts`).
const PHONE: &str = "08-465 004 00";
const MAIL: &str = "support@kalender.example";
const SOURCE: &str = "/docs/oppen-kallkod";
const HELP: &str = "/docs/guider";

impl WebApp {
    /// The same app with the operator's texts.
    #[must_use]
    pub fn with_texts(self, texts: &OperatorTexts) -> Self {
        if *texts == OperatorTexts::default() {
            return self;
        }
        let files = self.files.iter().map(|(path, file)| {
            let is_page = path == PAGE || (is_of_pages(path) && path != PAGES);
            let file = if is_page {
                let html = page(&String::from_utf8_lossy(&file.plain), texts);
                Arc::new(File::new(path, Bytes::from(html)))
            } else {
                Arc::clone(file)
            };
            (path.clone(), file)
        });
        Self { images: texts.map_origin().map(Arc::from), ..Self::of(files.collect()) }
    }
}

fn page(html: &str, texts: &OperatorTexts) -> String {
    let mut html = html.to_owned();
    if let Some(phone) = &texts.support_phone {
        let digits =
            |text: &str| text.chars().filter(|c| *c == '+' || c.is_ascii_digit()).collect::<String>();
        html = html.replace(&format!("tel:{}", digits(PHONE)), &format!("tel:{}", digits(phone)));
        html = html.replace(PHONE, &escape(phone));
    }
    if let Some(mail) = &texts.support_mail {
        html = html.replace(MAIL, &escape(mail));
    }
    for (built, given) in [(SOURCE, &texts.source_url), (HELP, &texts.help_url)] {
        if let Some(given) = given {
            html = html.replace(&format!("href=\"{built}\""), &format!("href=\"{}\"", escape(given)));
        }
    }
    if texts.social_links.is_some() || texts.source_url.is_some() || texts.help_url.is_some() {
        // Elements that were not prerendered: the app renders them itself instead of hydrating.
        html = html.replace(" data-drawn=\"\"", "").replace(" data-drawn", "");
    }
    // Within a script element only its end tag is special.
    let data = serde_json::to_string(texts).unwrap_or_default().replace('<', "\\u003c");
    html.replacen(
        "</head>",
        &format!("<script type=\"application/json\" id=\"operator\">{data}</script></head>"),
        1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_contain_the_operators_texts() {
        let drawn = "<html><head><title>x</title></head><body><div id=\"root\" data-drawn>\
                     <a href=\"tel:0846500400\">08-465 004 00</a><a href=\"/docs/guider\">Hjälp</a></div></body></html>";
        let texts = OperatorTexts {
            support_phone: Some("0910-12 34 56".to_owned()),
            help_url: Some("https://help.example/?a=1&b=2".to_owned()),
            social_links: Some("</script>=https://a.example".to_owned()),
            ..OperatorTexts::default()
        };
        let page = page(drawn, &texts);
        assert!(page.contains("<a href=\"tel:0910123456\">0910-12 34 56</a>"), "{page}");
        assert!(page.contains("href=\"https://help.example/?a=1&amp;b=2\""), "{page}");
        assert!(!page.contains("data-drawn"), "{page}");
        assert_eq!(page.matches("</script>").count(), 1, "{page}");
        let data = page.split("id=\"operator\">").nth(1).unwrap().split("</script>").next().unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["supportPhone"], "0910-12 34 56");
        assert_eq!(data["socialLinks"], "</script>=https://a.example");
        assert_eq!(data.get("supportMail"), None);
    }
}
