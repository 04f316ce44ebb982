import { codePointName } from '@vermilion/contract/kernel/control-characters'
import { fail } from '@vermilion/contract/kernel/errors'
import { nameKey } from '../rules.ts'

/** Characters that a reader cannot see or distinguish: formats, ignorable marks, unassigned and private characters, blanks. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/u
/** Combining marks on one letter; three or more look like a blot. */
const manyMarks = /\p{Mn}{3}/u

/** Scripts that may be mixed ("highly restrictive" in UTS 39). Others stand alone, with digits and signs. */
const together: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u,
]
const scriptNames = `Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu
  Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Cherokee Khmer Mongolian Hiragana Katakana Bopomofo Han`
const alone = scriptNames
  .split(/\s+/)
  .map((name) => new RegExp(`^[\\p{Script=${name}}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u'))

/** Keys shared by names that look alike: Unicode's confusables (UTS 39), in either case. */
async function skeletonsOf(name: string): Promise<string[]> {
  const { default: replaceConfusables } = await import('unhomoglyph')
  const skeletonOf = (text: string) => replaceConfusables(text.normalize('NFD')).normalize('NFD').toLowerCase()
  return [skeletonOf(name.normalize('NFKC')), skeletonOf(nameKey(name))]
}

/**
 * Refuses names that resemble another or are unreadable: `account.name-invisible`, `account.name-mixed`, `account.name-alike`.
 */
export async function requireClearName(username: string, others: readonly string[]): Promise<void> {
  const character = invisible.exec(username)?.[0] ?? manyMarks.exec(username.normalize('NFC'))?.[0]
  if (character !== undefined) throw fail('account.name-invisible', { character: codePointName(character) })
  const composed = username.normalize('NFKC')
  if (![...together, ...alone].some((script) => script.test(composed))) throw fail('account.name-mixed')
  const own = await skeletonsOf(username)
  for (const other of others) {
    if (nameKey(other) === nameKey(username)) continue
    if ((await skeletonsOf(other)).some((skeleton) => own.includes(skeleton)))
      throw fail('account.name-alike', { username: other })
  }
}
