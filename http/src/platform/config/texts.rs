//! The operator's texts, shown in the pages. Omitted ones are those that the web app was built with.

use clap::Args;
use serde::Serialize;

/// The operator's texts and addresses, given to the web app with its page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OperatorTexts {
    /// Telephone of the support, as people read it
    #[arg(
        long,
        env = "KALENDER_SUPPORT_PHONE",
        value_name = "NUMBER",
        global = true,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support_phone: Option<String>,
    /// Mail address of the support
    #[arg(
        long,
        env = "KALENDER_SUPPORT_MAIL",
        value_name = "ADDRESS",
        global = true,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support_mail: Option<String>,
    /// Where the running server's code is published
    #[arg(long, env = "KALENDER_SOURCE_URL", value_name = "URL", global = true, hide_env_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
    /// Where help is
    #[arg(long, env = "KALENDER_HELP_URL", value_name = "URL", global = true, hide_env_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help_url: Option<String>,
    /// Links of the footer: Name=https://…, spaces between
    #[arg(long, env = "KALENDER_SOCIAL_LINKS", value_name = "LINKS", global = true, hide_env_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub social_links: Option<String>,
    /// Services that signing in may lead back to: Name=https://…, spaces between
    #[arg(
        long,
        env = "KALENDER_SISTER_SERVICES",
        value_name = "LINKS",
        global = true,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sister_services: Option<String>,
    /// Pictures of maps: https://…/{z}/{x}/{y}.png; none: maps are drawn of what comes with the app
    #[arg(long, env = "KALENDER_MAP_TILES", value_name = "URL", global = true, hide_env_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_tiles: Option<String>,
    /// Whose the pictures of maps are; stands on each map
    #[arg(
        long,
        env = "KALENDER_MAP_ATTRIBUTION",
        value_name = "TEXT",
        global = true,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_attribution: Option<String>,
}

impl OperatorTexts {
    /// Empty ones are left out; one line for what is wrong.
    pub fn validate(mut self) -> Result<Self, String> {
        for text in [
            &mut self.support_phone,
            &mut self.support_mail,
            &mut self.source_url,
            &mut self.help_url,
            &mut self.social_links,
            &mut self.sister_services,
            &mut self.map_tiles,
            &mut self.map_attribution,
        ] {
            *text = text.take().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        }
        let no_digits = |phone: &String| !phone.chars().any(|c| c.is_ascii_digit());
        if self.support_phone.as_ref().is_some_and(no_digits) {
            return Err("KALENDER_SUPPORT_PHONE is a telephone number".to_owned());
        }
        let no_mail = |mail: &String| !mail.contains('@') || mail.contains(char::is_whitespace);
        if self.support_mail.as_ref().is_some_and(no_mail) {
            return Err("KALENDER_SUPPORT_MAIL is a mail address".to_owned());
        }
        for (name, url) in [("KALENDER_SOURCE_URL", &self.source_url), ("KALENDER_HELP_URL", &self.help_url)]
        {
            let is_one = |url: &String| is_web(url) || (url.starts_with('/') && !url.starts_with("//"));
            if url.as_ref().is_some_and(|url| !is_one(url)) {
                return Err(format!("{name} is a URL that begins with https://, or a path of this server"));
            }
        }
        let lists = [
            ("KALENDER_SOCIAL_LINKS", &self.social_links),
            ("KALENDER_SISTER_SERVICES", &self.sister_services),
        ];
        for (name, list) in lists {
            let is_link =
                |link: &str| link.split_once('=').is_some_and(|(label, to)| !label.is_empty() && is_web(to));
            if list.as_ref().is_some_and(|list| !list.split_whitespace().all(is_link)) {
                return Err(format!(
                    "{name} is a list such as Mastodon=https://social.example/@kalender, spaces between"
                ));
            }
        }
        let is_tiles = |url: &String| ["{z}", "{x}", "{y}"].iter().all(|part| url.contains(part));
        if self.map_tiles.as_ref().is_some_and(|url| !is_tiles(url) || origin(url).is_none()) {
            return Err(
                "KALENDER_MAP_TILES is a URL such as https://tiles.example/{z}/{x}/{y}.png".to_owned()
            );
        }
        Ok(self)
    }

    /// The host of the maps' pictures, which pages may load these from: https://tiles.example.
    pub fn map_origin(&self) -> Option<&str> {
        self.map_tiles.as_deref().and_then(origin)
    }
}

/// `https://host` of a URL, as a content security policy names it; none: it is no such URL, or its host holds more than
/// letters, digits, dots, hyphens and a port.
fn origin(url: &str) -> Option<&str> {
    const SCHEME: &str = "https://";
    let rest = url.strip_prefix(SCHEME)?;
    let host = rest.split('/').next().filter(|host| !host.is_empty())?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    host.chars().all(is_plain).then(|| &url[..SCHEME.len() + host.len()])
}

fn is_web(url: &str) -> bool {
    url.strip_prefix("https://").is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
}
