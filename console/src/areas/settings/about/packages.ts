interface Package {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** The packages of the product by name. The build (console/licences.ts) inserts the installed ones. */
export const packages: readonly Package[] = []
