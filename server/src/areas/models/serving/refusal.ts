import { fail, type Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { type UnreadPicture, unreadText } from '@vermilion/contract/pictures/problems'

export type Refusal = UnreadPicture | { readonly unusable: Text }

export const isRefusal = (response: object): response is Refusal => 'broken' in response || 'unusable' in response

const partOf = (text: string) =>
  text
    .slice(0, 500)
    .trim()
    .replace(/[.。]+$/, '')

export function refusalFailure(refusal: Refusal): Failure {
  return 'broken' in refusal
    ? fail('model-file.picture-unreadable', { reason: unreadText(refusal) })
    : fail('model-file.unusable', { reason: { en: partOf(refusal.unusable.en), zh: partOf(refusal.unusable.zh) } })
}
