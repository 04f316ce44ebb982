import type { Rule } from './rule.ts'

type Visitor = ReturnType<Rule['create']>
type Call = Parameters<NonNullable<Visitor['CallExpression']>>[0]
type Argument = Call['arguments'][number] | undefined

/** SQL that some engines refuse or understand differently. Literals and quoted names are blanked before these are tried. */
const differing: readonly RegExp[] = [
  /\bjson\w*\s*\(|->>?/i,
  /\browid\b|\bctid\b|_docsize\b|\bfts\d|\bautoincrement\b/i,
  /\b(?:instr|strpos|foldCase|group_concat|string_agg|unixepoch|strftime|julianday|datetime|date|time)\s*\(/i,
  /\b(?:iif|ifnull|typeof|total|changes|last_insert_rowid|random|hex|unicode|char|printf|zeroblob|greatest|least)\s*\(/i,
  /\bpragma|\bvacuum\b|\bsqlite_\w+|\bindexed by\b|::\w/i,
  /\b(?:insert or|replace into|collate|glob|match|regexp|i?like)\b/i,
  // `is` compares with anything in SQLite alone; `is distinct from` is standard.
  /\bis (?:not )?(?!not |null\b|true\b|false\b|distinct from\b)/i,
  /\b(?:max|min)\s*\([^()]*,/i,
  /\b(?:sum|avg)\s*\([^()]*(?:[<>=]|\bis\b)/i,
  /\bcast\([^()]*\bas integer\)|\bcross join "" (?:as "" )?on\b/i,
  /\b[a-z]+[A-Z]\w*/,
]

const operators = new Set(['->', '->>', 'match', 'glob', 'regexp', 'like', 'ilike'])
const comparing = /^(?:where|on|having|filterWhere|eb|is)$/

/** Refuses SQL that engines write differently: `dialect` of the database port writes it for the engine that runs. */
export const sqlDialect: Rule = {
  create(context) {
    function report(node: NonNullable<Argument> | Call, word: string): void {
      const message = `Engines differ in '${word.trim()}': say it with dialect of server/src/platform/database.`
      context.report({ node, message })
    }
    function check(node: NonNullable<Argument> | Call, text: string): void {
      const sql = text.replaceAll(/'[^']*'/g, "''").replaceAll(/"(?!rowid"|\w*_docsize")[^"]*"/g, '""')
      const word = differing.map((pattern) => pattern.exec(sql)?.[0]).find((match) => match !== undefined)
      if (word !== undefined) report(node, word)
    }
    const textOf = (argument: Argument) =>
      argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : undefined
    return {
      TaggedTemplateExpression(node) {
        if (node.tag.type === 'Identifier' && node.tag.name === 'sql')
          check(node.quasi, node.quasi.quasis.map(({ value }) => value.cooked ?? '').join('?'))
      },
      ImportDeclaration(node) {
        if (node.source.value === 'node:sqlite') report(node.source, 'node:sqlite')
      },
      CallExpression(node) {
        const name = /\w*$/.exec(context.sourceCode.getText(node.callee))?.[0] ?? ''
        if (/^(?:orIgnore|orReplace|replaceInto)$/.test(name)) report(node, name)
        const [column, operator, value] = node.arguments
        const raw = textOf(column)
        if (raw === 'rowid' || raw?.endsWith('.rowid')) report(node, 'rowid')
        if (name === 'raw' && raw !== undefined) check(node, raw)
        const sign = textOf(operator)
        if (sign === undefined || !comparing.test(name)) return
        if (operators.has(sign) || (/^is(?: not)?$/.test(sign) && !isNull(value))) report(node, sign)
      },
    }
  },
}

const isNull = (argument: Argument) => argument?.type === 'Literal' && argument.raw === 'null'
