//! The little of Markdown that messages use: paragraphs, lists, code. No markup and no links come out of it.

use maud::{Markup, html};

use super::text::Shown;

/// A message as HTML.
pub(super) fn markdown(text: &str) -> Markup {
    html! { div.prose { @for block in blocks(text) { (draw(&block)) } } }
}

#[derive(Debug, PartialEq)]
enum Block {
    Paragraph(String),
    Heading(String),
    List(Vec<String>),
    Code(String),
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let bare = line.trim();
        if let Some(fence) = ["```", "~~~"].into_iter().find(|fence| bare.starts_with(fence)) {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.trim().starts_with(fence)).collect();
            blocks.push(Block::Code(code.join("\n")));
        } else if bare.is_empty() {
            blocks.push(Block::Paragraph(String::new()));
        } else if let Some(heading) = bare.strip_prefix('#') {
            blocks.push(Block::Heading(heading.trim_start_matches('#').trim().to_string()));
        } else if let Some(item) = item(bare) {
            match blocks.last_mut() {
                Some(Block::List(items)) => items.push(item.to_string()),
                _ => blocks.push(Block::List(vec![item.to_string()])),
            }
        } else {
            match blocks.last_mut() {
                Some(Block::Paragraph(before)) if !before.is_empty() => {
                    before.push('\n');
                    before.push_str(bare);
                }
                Some(Block::List(items)) if line.starts_with(' ') => {
                    let last = items.last_mut().expect("a list has an item");
                    last.push('\n');
                    last.push_str(bare);
                }
                _ => blocks.push(Block::Paragraph(bare.to_string())),
            }
        }
    }
    blocks.retain(|block| *block != Block::Paragraph(String::new()));
    blocks
}

fn item(line: &str) -> Option<&str> {
    ["- ", "* ", "+ "].into_iter().find_map(|mark| line.strip_prefix(mark)).or_else(|| {
        let (digits, rest) = line.split_once(". ")?;
        (!digits.is_empty() && digits.len() < 4 && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(rest)
    })
}

fn draw(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Paragraph(text) => p { (inline(text)) },
            Block::Heading(text) => p { strong { (inline(text)) } },
            Block::List(items) => ul { @for item in items { li { (inline(item)) } } },
            Block::Code(text) => pre { code { (Shown(text)) } },
        }
    }
}

/// Text with `code` in it. What rustdoc would make a link is code as well.
pub(super) fn inline(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // An odd number of marks: the last one stands for itself.
    let closed = parts.len() - usize::from(parts.len() % 2 == 0);
    html! {
        @for (at, part) in parts.iter().enumerate() {
            @if at >= closed { "`" (Shown(part)) }
            @else if at % 2 == 1 { code { (Shown(part)) } }
            @else if !part.is_empty() { (Shown(without_brackets(part, at, &parts))) }
        }
    }
}

/// A part between codes without the bracket of [`code`] at its ends.
fn without_brackets<'a>(part: &'a str, at: usize, parts: &[&str]) -> &'a str {
    let opens = |at: usize| parts.get(at).is_some_and(|part| part.ends_with('['));
    let closes = |at: usize| parts.get(at).is_some_and(|part| part.starts_with(']') && !part.starts_with("]("));
    let part = if at >= 2 && opens(at - 2) && closes(at) { &part[1..] } else { part };
    if opens(at) && closes(at + 2) { part.strip_suffix('[').unwrap_or(part) } else { part }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_told_apart() {
        let text = "# Title\nfirst\nsecond\n\n- one\n- two\n  more\n\n1. three\n\n```rust\nlet x = 1;\n\n```\nend";
        assert_eq!(
            blocks(text),
            [
                Block::Heading("Title".into()),
                Block::Paragraph("first\nsecond".into()),
                Block::List(vec!["one".into(), "two\nmore".into()]),
                Block::List(vec!["three".into()]),
                Block::Code("let x = 1;\n".into()),
                Block::Paragraph("end".into()),
            ]
        );
    }

    #[test]
    fn links_of_rustdoc_are_code() {
        let html =
            inline("see [`a`] and [`b`], not x[`c`](d)").into_string().replace("<bdi>", "").replace("</bdi>", "");
        assert_eq!(html, "see <code>a</code> and <code>b</code>, not x[<code>c</code>](d)");
    }

    #[test]
    fn nothing_becomes_markup_or_a_link() {
        let html = markdown("<b>x</b> [a](javascript:x) `</code><script>` http://a.b `open").into_string();
        assert!(!html.contains("<b>") && !html.contains("<script") && !html.contains("href"));
        assert!(html.contains("<code><bdi>&lt;/code&gt;&lt;script&gt;</bdi></code>"));
        assert!(html.contains("`<bdi>open"));
    }
}
