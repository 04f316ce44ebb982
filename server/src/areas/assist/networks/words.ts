import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as tokenizers from '@huggingface/tokenizers'
import { Tensor, type Tensors } from './session.ts'

/** Characters of a text that are read: many more than a network has room for. */
const mostCharacters = 2_000

/** The part of the library that is used. Its own types lead to files that are not found. */
interface Tokenizer {
  encode(text: string): { readonly ids: readonly number[] }
}
const { Tokenizer: TokenizerOf } = tokenizers as unknown as {
  readonly Tokenizer: new (tokenizer: object, settings: object) => Tokenizer
}

/** Makes texts into what a network reads: rows of the same number of tokens, the rest filled up. */
export interface Words {
  read(texts: readonly string[]): Tensors
}

/** Reads the tokenizer of a model. `padding` is the token that rows are filled up with. Fails for a file that is none. */
export async function openWords(folder: string, tokens: number, padding = 0): Promise<Words> {
  const tokenizer = new TokenizerOf(JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as object, {})

  /** What does not fit is left out in the middle, so that the mark of the end stays. */
  function idsOf(text: string): readonly number[] {
    const ids = tokenizer.encode(text.slice(0, mostCharacters)).ids
    return ids.length <= tokens ? ids : [...ids.slice(0, tokens - 1), ids.at(-1)!]
  }

  return {
    read(texts) {
      const ids = new BigInt64Array(texts.length * tokens).fill(BigInt(padding))
      const mask = new BigInt64Array(texts.length * tokens)
      for (const [row, text] of texts.entries())
        for (const [column, id] of idsOf(text).entries()) {
          ids[row * tokens + column] = BigInt(id)
          mask[row * tokens + column] = 1n
        }
      const shape = [texts.length, tokens]
      return { input_ids: new Tensor('int64', ids, shape), attention_mask: new Tensor('int64', mask, shape) }
    },
  }
}
