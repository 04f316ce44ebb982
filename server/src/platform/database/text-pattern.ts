/** A pattern for a whole text: characters, `*` for any number of them, `?` for one. */
export type TextPattern = readonly PatternPart[]
export type PatternPart = { readonly any: true } | { readonly one: true } | { readonly character: string }
