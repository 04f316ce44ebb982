import type { Rule } from 'antd/es/form'
import type { z } from 'zod'

export function rule(schema: z.ZodType, message: string): Rule {
  return {
    validator: (_, value: unknown) =>
      schema.safeParse(value ?? '').success ? Promise.resolve() : Promise.reject(new Error(message)),
  }
}

export const required = (message: string): Rule => ({ required: true, message })

/** Spaces alone are no text. */
export const requiredText = (message: string): Rule => ({ required: true, whitespace: true, message })
