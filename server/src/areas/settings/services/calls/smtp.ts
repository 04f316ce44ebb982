import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { mailAddressesOf, type ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { refuseMetadata, safeLookup } from './addresses.ts'
import { connectionFailure, TestFailed } from './test-failed.ts'

type SmtpSettings = ServiceSettings<'smtp'>

interface Mail {
  readonly subject: string
  readonly text: string
  /** Equal for each attempt at one message. */
  readonly id: string
}

const maximumListed = 300

export async function sendMail(settings: SmtpSettings, { subject, text, id }: Mail, signal: AbortSignal) {
  const { url, username, password, starttls, from, to } = settings
  const { protocol, hostname, port, host } = new URL(url)
  const secure = protocol === 'smtps:'
  const name = hostname.replace(/^\[|\]$/g, '')
  const socket = await openSocket(url, name, port === '' ? (secure ? 465 : 587) : Number(port), signal)
  const end = () => void socket.destroy()
  signal.addEventListener('abort', end, { once: true })
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: name,
    secure,
    connection: socket,
    requireTLS: !secure && starttls,
    ignoreTLS: !secure && !starttls,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username === '' ? {} : { auth: { user: username, pass: password ?? '' } }),
  })
  try {
    const messageId = `<${id}@${from.split('@')[1] ?? 'vermilion'}>`
    const sent = await transport.sendMail({ from, to: mailAddressesOf(to), subject, text, messageId })
    return shorten(sent.response)
  } catch (error) {
    throw mailFailure(error, host, signal)
  } finally {
    signal.removeEventListener('abort', end)
    transport.close()
    socket.destroy()
  }
}

export async function testSmtp(settings: SmtpSettings, signal: AbortSignal): Promise<ServiceFacts> {
  const text = 'Vermilion can send alerts by this mail server.\n\n朱雀可以通过该邮件服务器发送告警。\n'
  const subject = '[Vermilion] Test message / 测试消息'
  return { reply: await sendMail(settings, { subject, text, id: `test-${Date.now()}` }, signal) }
}

async function openSocket(url: string, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  refuseMetadata(url)
  const socket = connect({ host, port, lookup: safeLookup })
  try {
    await once(socket, 'connect', { signal })
    // Until the mailer adds its own listener.
    socket.on('error', () => undefined)
    return socket
  } catch (error) {
    socket.destroy()
    throw connectionFailure(error, new URL(url).host, signal)
  }
}

function mailFailure(error: unknown, host: string, signal: AbortSignal): unknown {
  if (!(error instanceof Error) || signal.aborted) return connectionFailure(error, host, signal)
  const { code = '', response = error.message, command = '' } = error as Error & Record<string, string | undefined>
  const message = shorten(response)
  if (code === 'EAUTH' || code === 'ENOAUTH') return new TestFailed('sign-in-refused', { said: message })
  if (code === 'ETLS' && command === 'STARTTLS')
    return new TestFailed('starttls-missing', { place: host, detail: message })
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new TestFailed('mail-refused', { said: message })
  if (code === 'EPROTOCOL' || code === 'ECONNECTION' || code === 'ETIMEDOUT')
    return new TestFailed('not-smtp', { place: host, detail: message })
  // The mailer replaces the code that says why by its own.
  if (/wrong version number|packet length too long/i.test(error.message))
    return new TestFailed('no-tls', { place: host, detail: message })
  if (/certificate|self.signed|altnames/i.test(error.message))
    return new TestFailed('certificate', { place: host, detail: message })
  return connectionFailure(error, host, signal)
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > maximumListed ? `${line.slice(0, maximumListed)}…` : line
}
