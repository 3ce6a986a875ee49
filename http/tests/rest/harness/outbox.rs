//! Sent mails: files in the outbox folder, written in the background.

use super::{Patience, World};

impl World {
    /// Waits until somebody has that many mails; answers them, oldest first.
    pub async fn mails(&self, to: &str, count: usize) -> Vec<String> {
        let mut found = Vec::new();
        let mut patience = Patience::new();
        while patience.lasts().await {
            found = self.outbox(to);
            if found.len() >= count {
                break;
            }
        }
        assert_eq!(found.len(), count, "mails to {to}: {found:?}");
        found
    }

    /// Somebody's mails so far, oldest first.
    pub fn outbox(&self, to: &str) -> Vec<String> {
        let mut files: Vec<_> = std::fs::read_dir(self.folder.path().join("outbox"))
            .unwrap()
            .map(|file| file.unwrap().path())
            .filter(|path| path.extension().is_some_and(|end| end == "eml"))
            .collect();
        files.sort();
        let mails = files.iter().map(|path| std::fs::read_to_string(path).unwrap());
        mails.filter(|mail| mail.contains(&format!("To: {to}"))).collect()
    }

    /// The token of the link in the newest of somebody's mails, once there are that many.
    pub async fn mailed_token(&self, to: &str, count: usize) -> String {
        let mail = self.mails(to, count).await.pop().unwrap();
        let (_, rest) = mail.split_once("?token=").unwrap_or_else(|| panic!("no link: {mail}"));
        rest.chars().take_while(char::is_ascii_alphanumeric).collect()
    }
}
