//! Enums that are stored and sent as fixed strings.

/// Declares an enum with one wire string per variant: `as_str`, `parse`, serde, OpenAPI and a column in one place.
macro_rules! text_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:tt),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub enum $name {
            $($(#[$variant_meta])* #[doc = concat!("`", $text, "`")] #[serde(rename = $text)] $variant),*
        }

        impl $name {
            /// Every value, in the declared order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The string on the wire and in the store.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// The value with that string.
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl From<$name> for $crate::platform::value::Value {
            fn from(value: $name) -> Self {
                value.as_str().into()
            }
        }

        impl $crate::platform::value::Word for $name {
            fn from_word(word: &str) -> Option<Self> {
                Self::parse(word)
            }
        }

        impl $crate::platform::value::Cell for $name {
            $crate::platform::value::copied_cell!();

            fn from_value(value: $crate::platform::value::Value) -> Option<Self> {
                String::from_value(value).and_then(|text| Self::parse(&text))
            }
        }
    };
}

pub(crate) use text_enum;
