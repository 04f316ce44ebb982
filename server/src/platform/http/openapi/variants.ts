import { componentPath, type JsonSchema } from './json-schema.ts'

/** Named after its discriminator, so that generated clients have `ServiceDraftChat` instead of a numbered type. */
export function nameVariants(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const named: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    const forms = (schema['oneOf'] ?? schema['anyOf'] ?? []) as readonly JsonSchema[]
    const marks = markByWord(forms) ?? markByField(forms)
    if (marks === undefined) {
      named[name] = schema
      continue
    }
    const references = forms.map((form, index) => {
      const formName = nameOfForm(name, marks.values[index] ?? '')
      if (formName in schemas || formName in named) throw new Error(`there are two schemas named ${formName}`)
      named[formName] = form
      return componentPath + formName
    })
    const choice = { oneOf: references.map(($ref) => ({ $ref })) }
    const { propertyName } = marks
    const mapping = Object.fromEntries(marks.values.map((value, index) => [value, references[index]]))
    named[name] = propertyName === undefined ? choice : { ...choice, discriminator: { propertyName, mapping } }
  }
  return named
}

interface Marks {
  readonly values: readonly string[]
  readonly propertyName?: string
}

function markByWord(forms: readonly JsonSchema[]): Marks | undefined {
  for (const propertyName of Object.keys(propertiesOf(forms[0] ?? {}))) {
    const values = forms.map((form) => propertiesOf(form)[propertyName]?.['const'])
    if (values.every((value) => typeof value === 'string') && new Set(values).size === forms.length)
      return { values, propertyName }
  }
  return undefined
}

function markByField(forms: readonly JsonSchema[]): Marks | undefined {
  const values = forms.map((form) => {
    const required = (form['required'] ?? []) as readonly string[]
    return (
      [...required, ...Object.keys(propertiesOf(form))].find(
        (field) => forms.filter((other) => field in propertiesOf(other)).length === 1,
      ) ?? ''
    )
  })
  return values.length > 0 && values.every((value) => value !== '') ? { values } : undefined
}

const propertiesOf = (schema: JsonSchema) => (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>

function nameOfForm(name: string, value: string): string {
  const [, bare = name, suffix = ''] = /^(.+?)(Input)?$/.exec(name) ?? []
  return bare + pascal(value) + suffix
}

function pascal(value: string): string {
  return value.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
