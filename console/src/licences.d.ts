declare module 'virtual:licences' {
  /** The packages that the product is made of, by name. */
  export const packages: readonly { readonly name: string; readonly version: string; readonly licence: string }[]
}
