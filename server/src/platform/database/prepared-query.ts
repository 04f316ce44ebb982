import type { Compilable, CompiledQuery, Kysely } from 'kysely'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type PlaceholderOf<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

/**
 * The text is built at the first run and kept: to build one costs more than to find its row. Values that differ from run to run
 * are `placeholder('name')`; a list of them is one JSON text (`dialect.texts`).
 */
export function prepareQuery<Tables, Values extends Readonly<Record<string, unknown>>, Row>(
  query: Kysely<Tables>,
  build: (query: Kysely<Tables>, placeholder: PlaceholderOf<Values>) => Compilable<Row>,
): (values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const placeholder = ((name: string) => new Placeholder(name)) as unknown as PlaceholderOf<Values>
  return async (values) => {
    const statement = (compiled ??= build(query, placeholder).compile())
    const parameters = statement.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one))
    return (await query.executeQuery<Row>({ ...statement, parameters })).rows
  }
}
