//! The `Serializer`, which writes a tree.

use serde::ser::{self, Serialize};

use super::fault::{Fault, explaining, is_explained};
use super::tree::{Integer, Node, Tree};
use crate::core::stack;

/// Writes a value as a tree.
pub(super) fn write<T: Serialize + ?Sized>(value: &T, is_readable: bool) -> Result<Tree, Fault> {
    let mut tree = Tree::default();
    let limit = stack::limit();
    Fault::caught(|| value.serialize(Writer { tree: &mut tree, is_readable, limit, stacks: 0 }))?;
    Ok(tree)
}

/// How many stacks a value may need. An impl that calls itself uses up all of them.
const MAX_STACKS: u32 = stack::MAX / 8;

struct Writer<'t> {
    tree: &'t mut Tree,
    is_readable: bool,
    /// The lowest address that the stack may reach, and how many stacks there are.
    limit: usize,
    stacks: u32,
}

impl<'t> Writer<'t> {
    /// Writes a part, on another stack if this one is nearly used up.
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<usize, Fault> {
        let is_readable = self.is_readable;
        if stack::here() < self.limit {
            if self.stacks >= MAX_STACKS {
                return Err(Fault::endless());
            }
            let (tree, stacks, is_explained) = (&mut *self.tree, self.stacks + 1, is_explained());
            return stack::grow(|limit| {
                explaining(is_explained, || value.serialize(Writer { tree, is_readable, limit, stacks }))
            });
        }
        value.serialize(Writer { tree: self.tree, is_readable, limit: self.limit, stacks: self.stacks })
    }

    fn leaf(self, node: Node) -> Result<usize, Fault> {
        Ok(self.tree.push(node))
    }

    fn parts<P>(self, name: Option<&'static str>, length: usize) -> Parts<'t, P> {
        // A wrong length must not use up all memory.
        Parts { writer: self, name, parts: Vec::with_capacity(length.min(1_024)), key: None }
    }
}

/// The parts of a value that have been written so far.
struct Parts<'t, P> {
    writer: Writer<'t>,
    /// The variant that they are in.
    name: Option<&'static str>,
    parts: Vec<P>,
    /// The key whose value comes next.
    key: Option<usize>,
}

impl<P> Parts<'_, P> {
    fn end(self, node: impl FnOnce(Vec<P>) -> Node) -> Result<usize, Fault> {
        let inner = self.writer.tree.push(node(self.parts));
        Ok(match self.name {
            Some(name) => self.writer.tree.push(Node::Variant(name, Some(inner))),
            None => inner,
        })
    }
}

macro_rules! leaves {
    ($($method:ident($type:ty) $value:ident => $node:expr;)*) => { $(
        fn $method(self, $value: $type) -> Result<usize, Fault> {
            self.leaf($node)
        }
    )* };
}

impl<'t> ser::Serializer for Writer<'t> {
    type Ok = usize;
    type Error = Fault;
    type SerializeSeq = Parts<'t, usize>;
    type SerializeTuple = Parts<'t, usize>;
    type SerializeTupleStruct = Parts<'t, usize>;
    type SerializeTupleVariant = Parts<'t, usize>;
    type SerializeMap = Parts<'t, (usize, usize)>;
    type SerializeStruct = Parts<'t, (&'static str, usize)>;
    type SerializeStructVariant = Parts<'t, (&'static str, usize)>;

    fn is_human_readable(&self) -> bool {
        self.is_readable
    }

    leaves! {
        serialize_bool(bool) value => Node::Bool(value);
        serialize_i8(i8) number => Node::Integer(Integer::signed(number.into()));
        serialize_i16(i16) number => Node::Integer(Integer::signed(number.into()));
        serialize_i32(i32) number => Node::Integer(Integer::signed(number.into()));
        serialize_i64(i64) number => Node::Integer(Integer::signed(number.into()));
        serialize_i128(i128) number => Node::Integer(Integer::signed(number));
        serialize_u8(u8) number => Node::Integer(Integer::Natural(number.into()));
        serialize_u16(u16) number => Node::Integer(Integer::Natural(number.into()));
        serialize_u32(u32) number => Node::Integer(Integer::Natural(number.into()));
        serialize_u64(u64) number => Node::Integer(Integer::Natural(number.into()));
        serialize_u128(u128) number => Node::Integer(Integer::Natural(number));
        serialize_f32(f32) number => Node::F32(number);
        serialize_f64(f64) number => Node::F64(number);
        serialize_char(char) c => Node::Char(c);
        serialize_str(&str) text => Node::Text(text.to_owned());
        serialize_bytes(&[u8]) bytes => Node::Bytes(bytes.to_owned());
    }

    fn serialize_none(self) -> Result<usize, Fault> {
        self.leaf(Node::None)
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<usize, Fault> {
        let inner = self.part(value)?;
        self.leaf(Node::Some(inner))
    }

    fn serialize_unit(self) -> Result<usize, Fault> {
        self.leaf(Node::Unit)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<usize, Fault> {
        self.leaf(Node::Unit)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<usize, Fault> {
        self.leaf(Node::Variant(variant, None))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(mut self, _: &'static str, value: &T) -> Result<usize, Fault> {
        self.part(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<usize, Fault> {
        let inner = self.part(value)?;
        self.leaf(Node::Variant(variant, Some(inner)))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self::SerializeSeq, Fault> {
        Ok(self.parts(None, length.unwrap_or(0)))
    }

    fn serialize_tuple(self, length: usize) -> Result<Self::SerializeTuple, Fault> {
        Ok(self.parts(None, length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Self::SerializeTupleStruct, Fault> {
        Ok(self.parts(None, length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleVariant, Fault> {
        Ok(self.parts(Some(variant), length))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self::SerializeMap, Fault> {
        Ok(self.parts(None, length.unwrap_or(0)))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Self::SerializeStruct, Fault> {
        Ok(self.parts(None, length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeStructVariant, Fault> {
        Ok(self.parts(Some(variant), length))
    }
}

macro_rules! lists {
    ($($writer:ident $method:ident)*) => { $(
        impl ser::$writer for Parts<'_, usize> {
            type Ok = usize;
            type Error = Fault;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
                let item = self.writer.part(value)?;
                self.parts.push(item);
                Ok(())
            }

            fn end(self) -> Result<usize, Fault> {
                Parts::end(self, Node::List)
            }
        }
    )* };
}
lists! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! records {
    ($($writer:ident)*) => { $(
        impl ser::$writer for Parts<'_, (&'static str, usize)> {
            type Ok = usize;
            type Error = Fault;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Fault> {
                let field = self.writer.part(value)?;
                self.parts.push((name, field));
                Ok(())
            }

            fn end(self) -> Result<usize, Fault> {
                Parts::end(self, Node::Record)
            }
        }
    )* };
}
records! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Parts<'_, (usize, usize)> {
    type Ok = usize;
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        self.key = Some(self.writer.part(key)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        let Some(key) = self.key.take() else { return Err(Fault::new(|| "a value without a key".to_owned())) };
        let value = self.writer.part(value)?;
        self.parts.push((key, value));
        Ok(())
    }

    fn end(self) -> Result<usize, Fault> {
        Parts::end(self, Node::Map)
    }
}
