/** A schema of OpenAPI 3.1: JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const componentPath = '#/components/schemas/'
