import type { Text } from '@vermilion/contract/kernel/text'
import { type PictureProblem, pictureProblemTexts } from '@vermilion/contract/pictures/problems'

export class ModelFailed extends Error {
  readonly text: Text
  /** True when the cause is the model, so that the next image would fail too. */
  readonly isGeneral: boolean

  constructor(text: Text, { isGeneral = false } = {}) {
    super(text.en)
    this.name = 'ModelFailed'
    this.text = text
    this.isGeneral = isGeneral
  }
}

export function unreadablePicture(problem: PictureProblem): ModelFailed {
  const { en, zh } = pictureProblemTexts[problem]
  return new ModelFailed({ en: `The image cannot be read: ${en}`, zh: `图片无法读取：${zh}` })
}
