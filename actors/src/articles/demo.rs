//! Articles of the demo: the school's, a person's, the platform's own, and a draft.

use storage::articles::Articles;
use storage::ids::{ArticleId, EntityId, Ids};

use super::view::NewArticle;
use super::writing::{create_at, publish_at};
use crate::Platform;
use crate::accounts::Who;
use crate::area::demo::{Cast, NODE};
use crate::entities::PLATFORM;
use crate::feed::Stamp;
use crate::platform::error::{Refusal, Result};

const SCHOOL: &str = "bjorkangsskolan";
const DAY: i64 = 86_400_000;

/// An article of the demo.
struct Written {
    /// None: by the platform itself.
    by: Option<&'static str>,
    /// On behalf of the organisation with that slug.
    of: Option<&'static str>,
    /// Days before the first run.
    before: i64,
    /// False: a draft.
    is_published: bool,
    title: &'static str,
    preamble: &'static str,
    body: &'static str,
}

const ARTICLES: &[Written] = &[
    Written {
        by: None,
        of: None,
        before: 40,
        is_published: true,
        title: "Vad är Kalender?",
        preamble: "Chat, kalender och det som händer runt omkring, på ett ställe. Så tänker vi.",
        body: "De flesta föreningar och skolor har sina *datum* på ett ställe, sina *samtal* på ett annat och sina \
               *papper* på ett tredje. Kalender håller ihop dem.\n\nDet viktigaste är tre saker:\n\n- Det som sägs i chatten \
               kan bli en händelse, med ett klick.\n- Det som står i kalendern ser alla som får, och ingen annan.\n- Det du \
               skriver är ditt. Ingen reklam, ingen spårning.\n\n> Lugn före larm: en notis bara när det gäller dig.\n\nVi \
               skriver här när något nytt är på plats.",
    },
    Written {
        by: Some("Anna Lindberg"),
        of: Some(SCHOOL),
        before: 21,
        is_published: true,
        title: "Så arbetar vi med läsning på Björkängsskolan",
        preamble: "Tjugo minuter om dagen, i varje klass, hela läsåret. Rektor berättar vad det har gett.",
        body: "För två år sedan bestämde vi oss: *alla* klasser läser tjugo minuter om dagen, från förskoleklass till \
               nian. Inga uppgifter efteråt, inga loggböcker. Bara läsning.\n\nVad har hänt sedan dess?\n\n1. Biblioteket \
               lånar ut tre gånger så många böcker.\n2. Fler elever väljer _längre_ böcker än förut.\n3. Det är tystare i \
               korridorerna efter lunch, säger lärarna.\n\nVill ni läsa hemma? Skolbibliotekets öppettider står i \
               skolans kalender. Fråga Ingrid om ni vill ha tips.\n\n> Den bästa boken är den man inte kan lägga ifrån sig.",
    },
    Written {
        by: Some("Karin Öberg"),
        of: Some(SCHOOL),
        before: 9,
        is_published: true,
        title: "Ny idrottshall: frågor och svar",
        preamble: "Bygget börjar efter lovet. Här är det som ni har frågat mest om.",
        body: "*Var har klasserna idrott under tiden?*\nUtomhus så länge vädret tillåter, sedan i Hörnebohallen. Vi går dit \
               tillsammans, det tar en kvart.\n\n*Blir det buller?*\nDet som låter mest görs före klockan åtta och under \
               loven.\n\n*När är hallen klar?*\nTill höstterminen nästa år, om allt går som det ska.\n\nSaknar ni något? \
               Skriv till expeditionen, så fyller vi på.",
    },
    Written {
        by: Some("Rolf Granström"),
        of: None,
        before: 4,
        is_published: true,
        title: "Höstens svampställen, utan att avslöja för mycket",
        preamble: "Fyrtio år i samma skog har lärt mig tre saker.",
        body: "*Ett.* Gå långsamt. Den som har bråttom hittar bara parkeringen.\n\n*Två.* Titta där det är blött två dagar \
               efter regnet. Trattkantarellen tycker om mossa och gran.\n\n*Tre.* Tala aldrig om för någon exakt var. \
               Inte ens här.\n\nTa med en korg, en kniv och någon som kan sina svampar. Är du osäker: låt den stå.",
    },
    Written {
        by: Some("Anna Lindberg"),
        of: Some(SCHOOL),
        before: 1,
        is_published: false,
        title: "Kvalitetsrapport, utkast",
        preamble: "",
        body: "Att fylla i: resultat per årskurs, trygghetsenkäten, vad vi prioriterar.",
    },
];

/// Writes them; idempotent, because their ids are derived from their moments.
pub(super) async fn make(platform: &Platform, cast: &Cast, first_run: i64) -> Result<()> {
    for one in ARTICLES {
        let at = first_run - one.before * DAY;
        let stamp = Stamp { at, id: Ids::first_at(at) | NODE | 5 };
        let (who, id_entity) = speaker(platform, cast, one).await?;
        let found = Articles::of(&platform.storage).article(ArticleId(stamp.id)).await?;
        let uuid = if let Some(article) = found {
            article.article_uuid
        } else {
            let new = NewArticle {
                title: one.title.to_owned(),
                preamble: one.preamble.to_owned(),
                body: one.body.to_owned(),
                cover_alt: String::new(),
                id_entity,
            };
            create_at(platform, &who, new, stamp).await?.brief.uuid
        };
        if one.is_published {
            publish_at(platform, &who, &uuid, stamp).await?;
        }
    }
    Ok(())
}

async fn speaker(platform: &Platform, cast: &Cast, one: &Written) -> Result<(Who, Option<EntityId>)> {
    let Some(name) = one.by else {
        let ours = platform.storage.entities.entity(PLATFORM).await?.ok_or_else(Refusal::internal)?;
        let who =
            Who { user_id: ours.owner, session_id: storage::ids::SessionId(0), expires: 0, scopes: None };
        return Ok((who, Some(PLATFORM)));
    };
    let entity = match one.of {
        Some(slug) => {
            Some(platform.storage.entities.entity_by_slug(slug).await?.ok_or_else(Refusal::internal)?)
        }
        None => None,
    };
    Ok((cast.who(platform, name).await?, entity.map(|entity| entity.entity_id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::articles::rules::writes_for;
    use crate::transfer::demo::part::cast;
    use crate::transfer::demo::script;

    #[test]
    fn demo_authors_exist_and_may_write() {
        let scripts = script::all().unwrap();
        let cast = cast(&scripts);
        for one in ARTICLES {
            let Some(name) = one.by else { continue };
            assert!(cast.has(name), "{name}");
            let Some(slug) = one.of else { continue };
            let script = scripts.iter().find(|script| script.slug == slug).unwrap();
            let named = |person: &&script::Person| format!("{} {}", person.first, person.last) == name;
            let relation = script.people.iter().find(named).map(|person| person.relation);
            assert!(writes_for(relation), "{name} does not write for {slug}");
        }
    }
}
