//! What the kinds of entries of an audit log are called in Swedish, for tables. The web has the same words.

use storage::audit::AuditKind;

/// What was done, in words.
pub(super) const fn label(kind: AuditKind) -> &'static str {
    match kind {
        AuditKind::RoleChanged => "Roll ändrad",
        AuditKind::MemberAdded => "Person tillagd",
        AuditKind::MemberRemoved => "Person borttagen",
        AuditKind::MemberBanned => "Person avstängd",
        AuditKind::BanLifted => "Avstängning hävd",
        AuditKind::ApplicationDenied => "Ansökan avslagen",
        AuditKind::OwnershipOffered => "Ägarskap erbjudet",
        AuditKind::OwnershipTransferred => "Ägarskap överlåtet",
        AuditKind::InvitationSent => "Inbjudan skickad",
        AuditKind::InvitationRevoked => "Inbjudan tillbakadragen",
        AuditKind::InviteLinkMade => "Inbjudningslänk skapad",
        AuditKind::InviteLinkRevoked => "Inbjudningslänk tillbakadragen",
        AuditKind::InvitationBatchSent => "Inbjudningar skickade från en lista",
        AuditKind::InvitationBatchCancelled => "Utskick av inbjudningar avbrutet",
        AuditKind::EntityCreated => "Organisation skapad",
        AuditKind::EntityChanged => "Organisation ändrad",
        AuditKind::ChannelCreated => "Kanal skapad",
        AuditKind::ChannelChanged => "Kanal ändrad",
        AuditKind::ChannelArchived => "Kanal arkiverad",
        AuditKind::ChannelUnarchived => "Kanal återställd",
        AuditKind::WorkspaceCreated => "Chatt skapad",
        AuditKind::WorkspaceChanged => "Chatt ändrad",
        AuditKind::WorkspaceImported => "Chatt importerad",
        AuditKind::ModerationDecided => "Ärende avgjort",
        AuditKind::WebhookCreated => "Webhook skapad",
        AuditKind::WebhookRemoved => "Webhook borttagen",
        AuditKind::TokenCreated => "Åtkomstnyckel skapad",
        AuditKind::TokenRemoved => "Åtkomstnyckel borttagen",
        AuditKind::ExportMade => "Export hämtad",
        AuditKind::JobRetried => "Jobb startat igen",
        AuditKind::AddressRetried => "Vilande adress väckt",
        AuditKind::NewsletterSent => "Nyhetsbrev skickat",
        AuditKind::BookableCreated => "Resurs skapad",
        AuditKind::BookableChanged => "Resurs eller bokningsregler ändrade",
        AuditKind::BookableRemoved => "Resurs borttagen",
        AuditKind::BookableGroupCreated => "Grupp av resurser skapad",
        AuditKind::BookableGroupChanged => "Grupp av resurser ändrad",
        AuditKind::BookableGroupRemoved => "Grupp av resurser borttagen",
        AuditKind::OpeningHoursChanged => "Öppettider ändrade",
        AuditKind::CoursePublished => "Kurs publicerad",
        AuditKind::CourseUnpublished => "Kurs avpublicerad",
        AuditKind::CourseArchived => "Kurs arkiverad",
        AuditKind::CourseRemoved => "Kurs borttagen",
        AuditKind::CourseAccessChanged => "Vilka en kurs är öppen för ändrat",
        AuditKind::PersonalTokenCreated => "Personlig åtkomstnyckel skapad",
        AuditKind::PersonalTokenRevoked => "Personlig åtkomstnyckel återkallad",
        AuditKind::VacationSettingsChanged => "Inställningar för semester ändrade",
        AuditKind::LedgerSettingsChanged => "Inställningar för fakturering ändrade",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_page_have_the_same_words() {
        let web = include_str!("../../../web/src/texts/administrationLog.ts");
        for kind in AuditKind::ALL {
            let line = format!("  {kind}: '{}',\n", label(*kind));
            assert!(web.contains(&line), "{line}");
        }
    }
}
