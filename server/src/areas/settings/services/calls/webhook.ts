import { createHmac } from 'node:crypto'
import type { AlertMessage } from '@vermilion/contract/monitoring/alerts'
import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { newId } from '#platform/ids'
import { describe, isSuccess, statusFailure } from './reply.ts'
import { ask, type ReceivedReply } from './request.ts'

type WebhookSettings = ServiceSettings<'webhook'>

const maxReplyBytes = 65_536

/** Signed over its time and body. Throws `TestFailed` unless it is accepted. */
export async function postWebhook(
  { url, secret }: WebhookSettings,
  message: AlertMessage,
  signal: AbortSignal,
): Promise<ReceivedReply> {
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(Date.parse(message.at) / 1_000))
  const signature = createHmac('sha256', secret ?? '')
    .update(`${timestamp}.${body}`)
    .digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-vermilion-event': message.event,
    'x-vermilion-delivery': message.deliveryId,
    'x-vermilion-timestamp': timestamp,
    'x-vermilion-signature': `sha256=${signature}`,
  }
  const reply = await ask({ method: 'POST', url, headers, body, maxBytes: maxReplyBytes, signal })
  if (!isSuccess(reply)) throw statusFailure(reply, true)
  return reply
}

export async function testWebhook(settings: WebhookSettings, signal: AbortSignal): Promise<ServiceFacts> {
  const text = 'Test message of Vermilion / 朱雀测试消息'
  const at = new Date().toISOString()
  const reply = await postWebhook(settings, { event: 'test', deliveryId: newId(), at, text, alert: null }, signal)
  return { reply: `${reply.status} ${describe(reply)}` }
}
