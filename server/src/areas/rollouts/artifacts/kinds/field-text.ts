import { describeIssue, issueText } from '@vermilion/contract/kernel/schema-issue'
import type { Text } from '@vermilion/contract/kernel/text'
import type { z } from 'zod'

const characterTexts: Readonly<Record<string, Text>> = {
  name: {
    en: 'may have letters, digits and . _ + - only, and begins with a letter or digit',
    zh: '只能包含字母、数字和 . _ + -，并以字母或数字开头',
  },
  version: {
    en: 'may have letters, digits and . + : ~ _ - only, and begins with a letter or digit',
    zh: '只能包含字母、数字和 . + : ~ _ -，并以字母或数字开头',
  },
}

export function describeField(error: z.ZodError, value: unknown, valueName: string): Text {
  const issue = describeIssue(error, value, valueName)
  const isOfCharacters = error.issues[0]?.code === 'invalid_format'
  return issueText({ ...issue, detail: (isOfCharacters && characterTexts[issue.field]) || issue.detail })
}
