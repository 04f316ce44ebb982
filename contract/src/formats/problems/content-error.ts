import type { Text } from '../../kernel/text.ts'

/** Content is not as its format says, from some place on. */
export class ContentError extends Error {
  readonly detail: Text

  constructor(detail: Text) {
    super(detail.en)
    this.name = new.target.name
    this.detail = detail
  }
}
