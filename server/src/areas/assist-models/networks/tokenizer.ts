import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as tokenizers from '@huggingface/tokenizers'
import { Tensor, type Tensors } from './session.ts'

const maxCharacters = 2_000

/** The used part of the library, whose own types do not resolve. */
interface LibraryTokenizer {
  encode(text: string): { readonly ids: readonly number[] }
}
const { Tokenizer: TokenizerOf } = tokenizers as unknown as {
  readonly Tokenizer: new (tokenizer: object, settings: object) => LibraryTokenizer
}

/** Tokenizes texts to rows of a fixed number of tokens, padded. */
export async function openTokenizer(folder: string, tokens: number, padding = 0) {
  const tokenizer = new TokenizerOf(JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as object, {})

  /** Cuts long texts in the middle, so that the end token stays. */
  function idsOf(text: string): readonly number[] {
    const ids = tokenizer.encode(text.slice(0, maxCharacters)).ids
    return ids.length <= tokens ? ids : [...ids.slice(0, tokens - 1), ids.at(-1)!]
  }

  return {
    read(texts: readonly string[]): Tensors {
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
