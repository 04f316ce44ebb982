import { basePath } from '@vermilion/contract/kernel/endpoint'
import { session } from '../api.ts'

/** Opens an authenticated WebSocket of the API. A page cannot send headers with it, so the token is a subprotocol. */
export function openSocket(path: string, protocol: string, tokenProtocol: string): WebSocket {
  const url = new URL(`.${basePath}${path}`, document.baseURI)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url, [protocol, `${tokenProtocol}${session.token() ?? ''}`])
  socket.binaryType = 'arraybuffer'
  return socket
}
