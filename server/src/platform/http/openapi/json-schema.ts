/** A schema as OpenAPI 3.1 has it: JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const componentPath = '#/components/schemas/'
