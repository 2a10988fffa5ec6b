//! A module in pieces: what every page needs at its start, and what it loads when a function is first called.
//!
//! A function of a piece stays in the first module as a stub, which has the piece loaded by the import `pieces.load` and calls the
//! function by its place in the table `pieces`. A piece imports all else from the first module, and fills its places in the table.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use walrus::ir::{UnaryOp, Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, FunctionBuilder, FunctionId, FunctionKind, GlobalKind,
    ImportedFunction, Module, ModuleConfig, RefType, ValType,
};

use crate::pieces::{PIECES, Piece, assigned};

/// The largest number of instructions of a short function.
const SHORT: u64 = 12;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The module, with which functions each of its functions refers to.
struct Parsed {
    module: Module,
    /// The functions in their order, by which modules that were parsed twice agree.
    ids: Vec<FunctionId>,
}

impl Parsed {
    fn new(bytes: &[u8]) -> Result<Self> {
        let mut config = ModuleConfig::new();
        config.generate_name_section(false).generate_producers_section(false);
        let module = config.parse(bytes)?;
        let ids = module.funcs.iter().map(walrus::Function::id).collect();
        Ok(Self { module, ids })
    }

    fn index(&self) -> HashMap<FunctionId, usize> {
        self.ids.iter().enumerate().map(|(index, id)| (*id, index)).collect()
    }
}

/// Splits a module that has the names of its functions: `NAME.wasm` is what is left, `NAME.PIECE.wasm` each piece, whose name is
/// printed.
pub(crate) fn split(path: &Path) -> Result<()> {
    let bytes = fs::read(path)?;
    let start = Parsed::new(&bytes)?;
    let refers = references(&start);
    let pieces = assigned(&names(&start), &refers, &entries(&start, &refers));
    let crossing = Crossing::new(&pieces, &refers, &entries(&start, &refers));
    fs::write(path, first(start, &pieces, &crossing))?;
    for (number, name) in PIECES.iter().enumerate() {
        let piece = piece(Parsed::new(&bytes)?, Piece::Part(number), &pieces, &crossing, &refers);
        fs::write(path.with_extension(format!("{name}.wasm")), piece)?;
        println!("{name}");
    }
    Ok(())
}

/// The names of the functions, without the hashes of crates in brackets.
fn names(parsed: &Parsed) -> Vec<String> {
    let plain = |name: &str| {
        let parts = name.split('[').map(|part| match part.split_once(']') {
            Some((hash, rest)) if hash.len() >= 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                rest
            }
            _ => part,
        });
        parts.collect::<String>()
    };
    parsed
        .ids
        .iter()
        .map(|id| plain(parsed.module.funcs.get(*id).name.as_deref().unwrap_or_default()))
        .collect()
}

/// For each function those that it refers to, without the functions that are imported.
fn references(parsed: &Parsed) -> Vec<BTreeSet<usize>> {
    struct Found<'a>(&'a HashMap<FunctionId, usize>, BTreeSet<usize>);
    impl Visitor<'_> for Found<'_> {
        fn visit_function_id(&mut self, id: &FunctionId) {
            self.1.extend(self.0.get(id));
        }
    }
    let index = parsed.index();
    let of = |id: &FunctionId| {
        let mut found = Found(&index, BTreeSet::new());
        if let FunctionKind::Local(function) = &parsed.module.funcs.get(*id).kind {
            dfs_in_order(&mut found, function, function.entry_block());
        }
        found.1
    };
    parsed.ids.iter().map(of).collect()
}

/// What the functions are apart from calls.
pub(crate) struct Entries {
    /// Those that every part needs: imported ones, and short ones in tables, which stand for others with the same code.
    pub(crate) common: Vec<bool>,
    /// Those that are exported or in a table.
    pub(crate) reached: Vec<bool>,
}

fn entries(parsed: &Parsed, refers: &[BTreeSet<usize>]) -> Entries {
    let index = parsed.index();
    let mut reached = vec![false; parsed.ids.len()];
    let exported = parsed.module.exports.iter().filter_map(|export| match export.item {
        walrus::ExportItem::Function(id) => Some(id),
        _ => None,
    });
    let listed = parsed.module.elements.iter().flat_map(|element| match &element.items {
        ElementItems::Functions(ids) => ids.clone(),
        ElementItems::Expressions(_, items) => items
            .iter()
            .filter_map(|item| if let ConstExpr::RefFunc(id) = item { Some(*id) } else { None })
            .collect(),
    });
    for id in exported.chain(listed).chain(parsed.module.start) {
        reached[index[&id]] = true;
    }
    let is_common = |index: usize| match &parsed.module.funcs.get(parsed.ids[index]).kind {
        FunctionKind::Local(function) => {
            reached[index] && refers[index].is_empty() && function.size() <= SHORT
        }
        _ => true,
    };
    Entries { common: (0..parsed.ids.len()).map(is_common).collect(), reached }
}

/// What goes from a part of the module to another.
struct Crossing {
    /// The place in the table of each function of a piece that is called from outside of it. Those of a piece follow each other.
    slots: HashMap<usize, usize>,
    /// For each piece its functions in the table.
    listed: Vec<Vec<usize>>,
    /// What pieces need from the first module, in its order.
    shared: Vec<usize>,
}

impl Crossing {
    fn new(pieces: &[Piece], refers: &[BTreeSet<usize>], entries: &Entries) -> Self {
        let mut entered: BTreeSet<(Piece, usize)> = BTreeSet::new();
        let mut shared = BTreeSet::new();
        for (from, to) in
            refers.iter().enumerate().flat_map(|(from, all)| all.iter().map(move |to| (from, *to)))
        {
            if pieces[from] != pieces[to] {
                entered.insert((pieces[to], to));
                if pieces[from] != Piece::Start {
                    shared.insert(to);
                }
            }
        }
        entered.extend(
            entries
                .reached
                .iter()
                .enumerate()
                .filter(|(_, reached)| **reached)
                .map(|(index, _)| (pieces[index], index)),
        );
        let listed: Vec<Vec<usize>> = (0..PIECES.len())
            .map(|piece| {
                entered.iter().filter(|(of, _)| *of == Piece::Part(piece)).map(|(_, index)| *index).collect()
            })
            .collect();
        let slots = listed.iter().flatten().enumerate().map(|(slot, index)| (*index, slot)).collect();
        Self { slots, listed, shared: shared.into_iter().collect() }
    }

    fn name(&self, index: usize) -> Option<String> {
        self.shared.binary_search(&index).ok().map(|at| format!("f{at}"))
    }
}

/// The first module: stubs in place of what pieces have.
fn first(parsed: Parsed, pieces: &[Piece], crossing: &Crossing) -> Vec<u8> {
    let Parsed { mut module, ids } = parsed;
    for (at, table) in module.tables.iter().map(walrus::Table::id).collect::<Vec<_>>().into_iter().enumerate()
    {
        module.exports.add(&format!("t{at}"), table);
    }
    for (at, global) in
        module.globals.iter().map(walrus::Global::id).collect::<Vec<_>>().into_iter().enumerate()
    {
        module.exports.add(&format!("g{at}"), global);
    }
    let memory = module.memories.iter().next().expect("a module of Rust has a memory").id();
    module.exports.add("m", memory);
    let size = crossing.slots.len() as u64;
    let table = module.tables.add_local(false, size, Some(size), RefType::FUNCREF);
    module.exports.add("pieces", table);
    let load = module.types.add(&[ValType::I32], &[]);
    let (load, _) = module.add_import_func("pieces", "load", load);
    let loaded: Vec<_> = (0..PIECES.len())
        .map(|piece| {
            let global = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
            module.exports.add(&format!("loaded{piece}"), global);
            global
        })
        .collect();
    for (index, id) in ids.iter().enumerate() {
        let Piece::Part(piece) = pieces[index] else { continue };
        let ty = module.funcs.get(*id).ty();
        let (params, results) = (module.types.params(ty).to_vec(), module.types.results(ty).to_vec());
        let arguments: Vec<_> = params.iter().map(|ty| module.locals.add(*ty)).collect();
        let mut stub = FunctionBuilder::new(&mut module.types, &params, &results);
        let mut body = stub.func_body();
        match crossing.slots.get(&index) {
            Some(slot) => {
                body.global_get(loaded[piece]).unop(UnaryOp::I32Eqz).if_else(
                    None,
                    |then| {
                        then.i32_const(piece as i32).call(load);
                    },
                    |_| {},
                );
                arguments.iter().for_each(|argument| {
                    body.local_get(*argument);
                });
                body.i32_const(*slot as i32).call_indirect(ty, table);
            }
            None => {
                body.unreachable();
            }
        }
        module.funcs.get_mut(*id).kind = FunctionKind::Local(stub.local_func(arguments));
    }
    for index in &crossing.shared {
        if let Some(name) = crossing.name(*index) {
            module.exports.add(&name, ids[*index]);
        }
    }
    walrus::passes::gc::run(&mut module);
    module.emit_wasm()
}

/// A piece: its functions, and all else from the first module.
fn piece(
    parsed: Parsed,
    own: Piece,
    pieces: &[Piece],
    crossing: &Crossing,
    refers: &[BTreeSet<usize>],
) -> Vec<u8> {
    let Piece::Part(number) = own else { return Vec::new() };
    let Parsed { mut module, ids } = parsed;
    module.start = None;
    for id in module.exports.iter().map(walrus::Export::id).collect::<Vec<_>>() {
        module.exports.delete(id);
    }
    for id in module.elements.iter().map(walrus::Element::id).collect::<Vec<_>>() {
        module.elements.delete(id);
    }
    for id in module.data.iter().map(walrus::Data::id).collect::<Vec<_>>() {
        module.data.delete(id);
    }
    for (at, id) in module.tables.iter().map(walrus::Table::id).collect::<Vec<_>>().into_iter().enumerate() {
        let import = module.imports.add("start", &format!("t{at}"), id);
        let table = module.tables.get_mut(id);
        table.import = Some(import);
        table.elem_segments.clear();
    }
    for (at, id) in module.globals.iter().map(walrus::Global::id).collect::<Vec<_>>().into_iter().enumerate()
    {
        let import = module.imports.add("start", &format!("g{at}"), id);
        module.globals.get_mut(id).kind = GlobalKind::Import(import);
    }
    for id in module.memories.iter().map(walrus::Memory::id).collect::<Vec<_>>() {
        let import = module.imports.add("start", "m", id);
        let memory = module.memories.get_mut(id);
        memory.import = Some(import);
        memory.data_segments.clear();
    }
    let needed = refers.iter().zip(pieces).filter(|(_, piece)| **piece == own).flat_map(|(refers, _)| refers);
    let needed: BTreeSet<usize> = needed.copied().filter(|index| pieces[*index] != own).collect();
    for index in needed {
        let (id, name) = (ids[index], crossing.name(index).expect("it is shared"));
        let ty = module.funcs.get(id).ty();
        if let FunctionKind::Import(ImportedFunction { import, .. }) = module.funcs.get(id).kind {
            let import = module.imports.get_mut(import);
            (import.module, import.name) = ("start".to_owned(), name);
        } else {
            let import = module.imports.add("start", &name, id);
            module.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
        }
    }
    let size = crossing.slots.len() as u64;
    let (table, _) = module.add_import_table("start", "pieces", false, size, Some(size), RefType::FUNCREF);
    let listed = &crossing.listed[number];
    if let Some(first) = listed.first() {
        let offset = ConstExpr::Value(Value::I32(crossing.slots[first] as i32));
        let items = ElementItems::Functions(listed.iter().map(|index| ids[*index]).collect());
        let element = module.elements.add(ElementKind::Active { table, offset }, items);
        module.tables.get_mut(table).elem_segments.insert(element);
    }
    walrus::passes::gc::run(&mut module);
    module.emit_wasm()
}
