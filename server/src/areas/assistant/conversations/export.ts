import type { Conversation } from '@vermilion/contract/assistant'
import type { Message } from '@vermilion/contract/assistant/messages'
import { say, type Language, type Text } from '@vermilion/contract/kernel/text'

const roles: Readonly<Record<Message['role'], Text>> = {
  user: { en: 'You', zh: '我' },
  assistant: { en: 'Assistant', zh: '助手' },
}

export function exportMarkdown(
  { title, messages }: Conversation & { messages: readonly Message[] },
  language: Language,
): string {
  const turns = messages.map(({ role, parts, attachments, createdAt, error }) =>
    [
      `## ${say(roles[role], language)} · ${createdAt}`,
      ...attachments.map((attachment) => `- ${attachment.kind}: ${attachment.title}`),
      ...parts.map((part) => (part.kind === 'text' ? part.text : callText(part.call, language))),
      ...(error === null ? [] : [`> ${say(error, language)}`]),
    ].join('\n\n'),
  )
  return `# ${title}\n\n${turns.join('\n\n')}\n`
}

function callText(call: Extract<Message['parts'][number], { kind: 'call' }>['call'], language: Language): string {
  const request = call.request === null ? call.tool : `${call.request.method} ${call.request.path}`
  const fence = '```'
  return `**${say(call.title, language)}** (${call.status}) \`${request}\`\n\n${fence}json\n${JSON.stringify(call.arguments, null, 2)}\n${fence}`
}
