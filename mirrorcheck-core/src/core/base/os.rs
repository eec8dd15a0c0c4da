//! Texts as systems and C have them: mostly Unicode, but not always.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::wrapped::{Wrapped, Wraps, expressed, wrapped};
use super::{biased, vec};
use crate::core::arbitrary::{Arbitrary, Outline, any};
use crate::core::combinators::{convert, pick, such_that};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::source;

expressed! {
    /// The generator of `any::<OsString>()`: about one in sixteen is not Unicode, where the system has such texts. On Unix these
    /// are bytes that are not UTF-8, on Windows surrogates that are not in pairs.
    ///
    /// ```
    /// use std::ffi::OsString;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<OsString>().contains(&OsString::from("file.txt")));
    /// # #[cfg(unix)] {
    /// use std::os::unix::ffi::OsStringExt;
    ///
    /// assert!(any::<OsString>().contains(&OsString::from_vec(b"caf\xe9.txt".to_vec())));
    /// # }
    /// ```
    OsStrings: OsString = convert(
        mixed(any::<char>(), foreign::STRAYS, foreign::WEIGHT, |pieces| foreign::pieces(&foreign::text(pieces)) == *pieces),
        |pieces| foreign::text(&pieces),
        |text: &OsString| Some(foreign::pieces(text)),
    ), |text| match text.to_str() {
        Some(text) => source::text("::std::ffi::OsString::from", text),
        None => foreign::source(text),
    };

    /// The generator of `any::<PathBuf>()`: about one in sixteen is not Unicode, as with `OsString`.
    ///
    /// ```
    /// use std::path::PathBuf;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<PathBuf>().contains(&PathBuf::from("/etc/passwd")));
    /// ```
    PathBufs: PathBuf = convert(OsStrings, PathBuf::from, |path: &PathBuf| Some(path.as_os_str().to_owned())),
        |path| match path.to_str() {
            Some(text) => source::text("::std::path::PathBuf::from", text),
            None => source::call("::std::path::PathBuf::from", &[&path.as_os_str().to_owned()]),
        };

    /// The generator of `any::<CString>()`: about one in sixteen is not UTF-8.
    ///
    /// ```
    /// use std::ffi::CString;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<CString>().contains(&c"file.txt".to_owned()));
    /// assert!(any::<CString>().contains(&c"caf\xe9.txt".to_owned()));
    /// ```
    CStrings: CString = convert(
        mixed(biased('\u{1}'..), 0x80..=0xff, 1, |mixed| pieces(&bytes(mixed)) == *mixed),
        |pieces| CString::from(bytes(&pieces).into_iter().filter_map(NonZero::new).collect::<Vec<_>>()),
        |text: &CString| Some(pieces(text.as_bytes())),
    ), |text| match text.to_str() {
        Ok(text) => source::text("::std::ffi::CString::new", text).map(|new| new + ".unwrap()"),
        Err(_) => source::call("::std::ffi::CString::new", &[&text.as_bytes().to_vec()]).map(|new| new + ".unwrap()"),
    };
}

wrapped! {
    [] Box<OsStr> = OsString:
        |text| text.into(), |this| Some(&this.to_os_string()), |text| source::call("Box::from", &[text]);
    [] Rc<OsStr> = OsString:
        |text| text.into(), |this| Some(&this.to_os_string()), |text| source::call("::std::rc::Rc::from", &[text]);
    [] Arc<OsStr> = OsString:
        |text| text.into(), |this| Some(&this.to_os_string()), |text| source::call("::std::sync::Arc::from", &[text]);
    [] Box<Path> = PathBuf:
        |path| path.into(), |this| Some(&this.to_path_buf()), |path| source::call("Box::from", &[path]);
    [] Rc<Path> = PathBuf:
        |path| path.into(), |this| Some(&this.to_path_buf()), |path| source::call("::std::rc::Rc::from", &[path]);
    [] Arc<Path> = PathBuf:
        |path| path.into(), |this| Some(&this.to_path_buf()), |path| source::call("::std::sync::Arc::from", &[path]);
    [] Box<CStr> = CString:
        |text| text.into(), |this| Some(&(**this).to_owned()), |text| source::call("Box::from", &[text]);
    [] Rc<CStr> = CString:
        |text| text.into(), |this| Some(&(**this).to_owned()), |text| source::call("::std::rc::Rc::from", &[text]);
    [] Arc<CStr> = CString:
        |text| text.into(), |this| Some(&(**this).to_owned()), |text| source::call("::std::sync::Arc::from", &[text]);
}

/// A character, or a unit of the system's texts that is no part of one. These stand side by side, so that what is simpler than
/// a stray unit is a character in its place.
type Piece<U> = Result<char, U>;

/// Characters with a stray unit now and then: at the usual lengths, about one text in sixteen has one. What reads as a character
/// is one.
fn mixed<C, U>(
    characters: C,
    strays: U,
    weight: u32,
    is_canonical: fn(&Vec<Piece<U::Value>>) -> bool,
) -> impl Reflective<Value = Vec<Piece<U::Value>>>
where
    C: Reflective<Value = char>,
    U: Reflective,
    U::Value: Copy + PartialEq,
{
    let piece = pick((
        (383, "character", convert(characters, Ok, |piece: &Piece<U::Value>| piece.ok())),
        (weight, "stray", convert(strays, Err, |piece: &Piece<U::Value>| piece.err())),
    ));
    such_that(vec(piece, ..), is_canonical)
}

fn bytes(pieces: &[Piece<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in pieces {
        match piece {
            Ok(character) => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(stray) => bytes.push(*stray),
        }
    }
    bytes
}

/// The inverse of [`bytes`], with as many characters as there are.
fn pieces(bytes: &[u8]) -> Vec<Piece<u8>> {
    let chunks = bytes.utf8_chunks();
    chunks
        .flat_map(|chunk| chunk.valid().chars().map(Ok).chain(chunk.invalid().iter().map(|&stray| Err(stray))))
        .collect()
}

/// What a system's texts may have that is no character.
#[cfg(unix)]
mod foreign {
    use std::ops::RangeInclusive;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    use super::*;

    pub(super) const WEIGHT: u32 = 1;
    pub(super) const STRAYS: RangeInclusive<u8> = 0x80..=0xff;

    pub(super) fn text(pieces: &[Piece<u8>]) -> OsString {
        OsString::from_vec(bytes(pieces))
    }

    pub(super) fn pieces(text: &OsStr) -> Vec<Piece<u8>> {
        super::pieces(text.as_bytes())
    }

    pub(super) fn source(text: &OsStr) -> Option<String> {
        const NAME: &str = "<::std::ffi::OsString as ::std::os::unix::ffi::OsStringExt>::from_vec";
        source::call(NAME, &[&text.as_bytes().to_vec()])
    }
}

#[cfg(windows)]
mod foreign {
    use std::ops::RangeInclusive;
    use std::os::windows::ffi::{OsStrExt, OsStringExt};

    use super::*;

    pub(super) const WEIGHT: u32 = 1;
    pub(super) const STRAYS: RangeInclusive<u16> = 0xd800..=0xdfff;

    pub(super) fn text(pieces: &[Piece<u16>]) -> OsString {
        let mut units = Vec::new();
        for piece in pieces {
            match piece {
                Ok(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
                Err(stray) => units.push(*stray),
            }
        }
        OsString::from_wide(&units)
    }

    pub(super) fn pieces(text: &OsStr) -> Vec<Piece<u16>> {
        char::decode_utf16(text.encode_wide()).map(|piece| piece.map_err(|stray| stray.unpaired_surrogate())).collect()
    }

    pub(super) fn source(text: &OsStr) -> Option<String> {
        const NAME: &str = "<::std::ffi::OsString as ::std::os::windows::ffi::OsStringExt>::from_wide";
        let units: Vec<u16> = text.encode_wide().collect();
        source::call(NAME, &[&units]).map(|call| call.replacen("(vec!", "(&vec!", 1))
    }
}

/// Elsewhere, nothing is known of them.
#[cfg(not(any(unix, windows)))]
mod foreign {
    use std::ops::RangeInclusive;

    use super::*;

    pub(super) const WEIGHT: u32 = 0;
    pub(super) const STRAYS: RangeInclusive<u8> = 0x80..=0xff;

    pub(super) fn text(pieces: &[Piece<u8>]) -> OsString {
        pieces.iter().flatten().collect::<String>().into()
    }

    pub(super) fn pieces(text: &OsStr) -> Vec<Piece<u8>> {
        text.to_string_lossy().chars().map(Ok).collect()
    }

    pub(super) fn source(_: &OsStr) -> Option<String> {
        None
    }
}
