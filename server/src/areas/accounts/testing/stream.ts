import type { TestServer } from '../../../testing/start-server.ts'

export interface Stream {
  heard(): string
  readonly end: Promise<void>
}

export async function openStream(server: TestServer, headers: Record<string, string>): Promise<Stream> {
  const response = await server.fetch('/events', { headers })
  if (!response.ok) throw new Error(`the event stream was answered ${response.status}`)
  let text = ''
  const end = (async () => {
    for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) text += part
  })()
  return { heard: () => text, end }
}
