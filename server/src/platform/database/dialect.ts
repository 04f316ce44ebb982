import { sql, type Expression, type OperationNodeSource, type RawBuilder, type RawNode, type SqlBool } from 'kysely'
import type { TextPattern } from './text-pattern.ts'

export type Operand = string | Expression<unknown>

/** A list of values, its JSON text, or an expression of such a text: always one parameter or one column. */
export type ListOf<Value> = readonly Value[] | string | Expression<unknown>

/** Everything else that a store says is standard SQL, such as `is distinct from`, `count(*) filter (where …)` and `case`. */
export interface SqlDialect {
  /** A subquery with the texts of a list as its column `value`: stands behind `in` or `from`. */
  texts(list: ListOf<string>): RawBuilder<string>
  numbers(list: ListOf<number>): RawBuilder<number>
  /** A table with the elements of a JSON array, or the members of a JSON object. A value that is JSON itself is its text. */
  elements(json: Operand): RawBuilder<{ key: number; value: string }>
  members(json: Operand): RawBuilder<{ key: string; value: string }>
  /** The member of a JSON object as JSON, text, number or condition; null when there is none. */
  jsonAt(json: Operand, key: string): RawBuilder<string | null>
  textAt(json: Operand, key: string): RawBuilder<string | null>
  numberAt(json: Operand, key: string): RawBuilder<number | null>
  isTrueAt(json: Operand, key: string): RawBuilder<SqlBool>
  /** What is read of a JSON text; null where the text is none. */
  whenJson<Value>(
    text: Expression<unknown>,
    read: (json: Expression<unknown>) => Expression<Value>,
  ): RawBuilder<Value | null>
  /** Null without rows. */
  rowsAsJson(columns: readonly string[]): RawBuilder<string | null>
  /** Null without rows. */
  joined(column: string): RawBuilder<string | null>
  /** Folds case as the function `foldCase` does. */
  folded(text: Operand): RawBuilder<string>
  /** The position of a part in a text, from 1; 0 when the text does not contain it. */
  position(text: Operand, part: unknown): RawBuilder<number>
  /** True when the complete text fits a pattern, regardless of case. */
  fits(text: Operand, pattern: TextPattern): RawBuilder<SqlBool>
  /** Seconds from 1970 to a time. */
  seconds(time: string): RawBuilder<number>
  /** A row's number in its table: rows that were added later have higher ones. */
  rowNumber(table?: string): RawBuilder<number>
  /** Joins the first rows of a table to each row before it; the condition and the order call them `first`. */
  joinFirst(
    table: string,
    of: { alias: string; where: Expression<unknown>; orderBy: string; limit: number },
  ): RawBuilder<unknown>
  searchIndex(index: string, pieces: Iterable<string>): RawBuilder<{ number: number }>
  /** A table of the row numbers in a text index, as column `number`. */
  indexedNumbers(index: string): RawBuilder<{ number: number }>
  addToIndex(index: string, number: number, text: string): RawBuilder<unknown>
  removeFromIndex(index: string, number: number): RawBuilder<unknown>
}

/** A node that has no text until an engine's compiler asks for it. */
interface DialectNode extends RawNode {
  readonly write: (engine: SqlDialect) => OperationNodeSource
}

/** The dialect of whichever engine runs a statement: its SQL is written when the statement is compiled. */
export const dialect = new Proxy({} as SqlDialect, {
  get:
    (_, method: keyof SqlDialect) =>
    (...operands: unknown[]) => {
      const write = (engine: SqlDialect) => (engine[method] as (...all: unknown[]) => OperationNodeSource)(...operands)
      const node: DialectNode = { kind: 'RawNode', sqlFragments: [`dialect.${method}`], parameters: [], write }
      return sql`${{ toOperationNode: () => node }}`
    },
})

/** The expression that an engine's compiler visits in place of a node of `dialect`; undefined for other raw nodes. */
export function written(node: RawNode | DialectNode, engine: SqlDialect): OperationNodeSource | undefined {
  return 'write' in node ? node.write(engine) : undefined
}
