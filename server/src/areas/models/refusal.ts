import { fail, type Failure } from '@vermilion/contract/kernel/errors'

/** Why a program that runs models says nothing: of this picture, or of any. */
export type Refusal = { readonly broken: string } | { readonly unusable: string }

export const isRefusal = (response: object): response is Refusal => 'broken' in response || 'unusable' in response

/** What a program said, as a part of a sentence. */
const wordsOf = (reason: string) => reason.slice(0, 500).trim().replace(/\.+$/, '')

/** One of `modelFileErrors`. */
export function refusalFailure(refusal: Refusal): Failure {
  return 'broken' in refusal
    ? fail('model-file.picture-unreadable', { reason: wordsOf(refusal.broken) })
    : fail('model-file.unusable', { reason: wordsOf(refusal.unusable) })
}
