import { z } from 'zod'
import { controlCharacters, invisibleCharacters } from './control-characters.ts'
import { schemaMessage } from './schema-message.ts'

/** Field schemas shared by areas. Times are ISO 8601 in UTC. */
export const id = z.string().min(1).max(64)
export const time = z.iso.datetime()
export const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(
    (text) => !controlCharacters.test(text),
    schemaMessage(
      'has control characters or marks that turn the direction of text',
      '包含控制字符或改变文字方向的符号',
    ),
  )
  .refine((text) => !invisibleCharacters.test(text), schemaMessage('has characters that nobody sees', '包含不可见字符'))
export const description = z.string().max(2_000)
/** Separates typed tags, so no tag contains it. */
export const tagSeparator = /[;；\p{Cc}]/u
const tag = z.string().trim().min(1).max(50)
export const tags = z
  .array(
    tag.refine(
      (text) => !tagSeparator.test(text),
      schemaMessage(
        'a tag has no ; and no control characters: give the parts as tags of their own',
        '标签不能包含 ; 和控制字符：请拆分为多个标签',
      ),
    ),
  )
  .max(50)
/** Tags to remove, including legacy ones that today's rule refuses. */
export const formerTags = z.array(tag).max(50)
export const count = z.number().int().min(0)
export const covers = z.array(id).max(4)
export const bytes = z.number().int().min(0)
/** SHA-256 in hexadecimal. */
export const checksum = z.string().regex(/^[0-9a-f]{64}$/)
/** `#rrggbb`, lowercase. */
export const colour = z.string().regex(/^#[0-9a-f]{6}$/)

/** R5.01: lowercase letters, digits and hyphen; starts with a letter, ends with a letter or digit; 1 to 50 characters. */
export const taskName = z.string().regex(/^[a-z](?:[a-z0-9-]{0,48}[a-z0-9])?$/)

/** Progress in units a person knows (images, epochs, bytes). Never decreases. */
export const progress = z.object({ done: z.number(), total: z.number(), unit: z.string() })
export type Progress = z.output<typeof progress>

export const text = z.object({ en: z.string(), zh: z.string() })

export const absolutePath = z
  .string()
  .trim()
  .max(1_000)
  .regex(/^\/[^\p{Cc}]*$/u)
