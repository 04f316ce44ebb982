import type { Text } from '../../kernel/text.ts'

/** Content violates its format from a position on. */
export class ContentError extends Error {
  readonly detail: Text

  constructor(detail: Text) {
    super(detail.en)
    this.name = new.target.name
    this.detail = detail
  }
}
