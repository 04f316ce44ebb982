interface Package {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** The packages that the product is made of, by name. The build (console/licences.ts) puts in here what is installed. */
export const packages: readonly Package[] = []
