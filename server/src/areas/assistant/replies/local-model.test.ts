import { assistantEndpoints } from '@vermilion/contract/assistant'
import { serviceEndpoints } from '@vermilion/contract/services'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import { textOf } from '../testing/start-assistant.ts'

/** An OpenAI-compatible server: `http://127.0.0.1:8080/v1` for llama.cpp, `http://127.0.0.1:11434/v1` for Ollama. */
const url = process.env['VERMILION_TEST_CHAT_URL']
const problem = url === undefined ? ', skipped: VERMILION_TEST_CHAT_URL names no chat service' : ''

test.skipIf(url === undefined)(
  `R1.09 a server that others wrote is tested, streams a reply, and what was sent to it is told${problem}`,
  async () => {
    const server = await startTestServer()
    try {
      const listed = (await (await fetch(`${url}/models`)).json()) as { data?: { id: string }[] }
      const model = process.env['VERMILION_TEST_CHAT_MODEL'] ?? listed.data?.[0]?.id ?? ''
      const settings = { url: url ?? '', model, vision: false }
      const service = await server.call(serviceEndpoints.createService, {
        body: { kind: 'chat', name: 'Local', settings },
      })
      const tested = await server.call(serviceEndpoints.testService, { params: { serviceId: service.id } })
      expect(tested, JSON.stringify(tested)).toMatchObject({ works: true })
      const { id } = await server.call(assistantEndpoints.startConversation, {
        body: { text: 'Say hello in one word.' },
      })
      const last = async () =>
        (await server.call(assistantEndpoints.getConversation, { params: { conversationId: id } })).messages.at(-1)
      await expect.poll(async () => (await last())?.status, { timeout: 50_000, interval: 200 }).not.toBe('writing')
      const reply = await last()
      expect(reply, JSON.stringify(reply?.error)).toMatchObject({ role: 'assistant', status: 'done' })
      expect(textOf(reply!).trim()).not.toBe('')
      const sent = await server.call(assistantEndpoints.getSentRequest, { params: { messageId: reply!.id } })
      expect(sent).toMatchObject({ service: 'Local', model })
    } finally {
      await server.stop()
    }
  },
)
