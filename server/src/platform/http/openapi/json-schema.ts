export type JsonSchema = Readonly<Record<string, unknown>>

export const componentPath = '#/components/schemas/'
