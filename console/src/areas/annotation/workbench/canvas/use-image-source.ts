import { useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { useConnection } from '#lib/events/connection.ts'
import { addressOfImage } from './image-address.ts'

const unreachable = new ApiError({ code: 0, error: 'network', message: 'network', requestId: '' })

export function useImageSource(item: Parameters<typeof addressOfImage>[0] | null) {
  const connection = useConnection((state) => state.connection)
  const [failed, setFailed] = useState<string | null>(null)
  const [attempt, setAttempt] = useState({ address: '', count: 0 })
  const address = item ? addressOfImage(item) : ''
  // The fragment makes it a new address for the browser only, which retries the load.
  const source = attempt.address === address && item ? `${address}#${attempt.count}` : address
  const isFailed = item !== null && failed === source
  const retry = () => setAttempt({ address, count: attempt.count + 1 })
  const [previous, setPrevious] = useState(connection)
  if (previous !== connection) {
    setPrevious(connection)
    if (connection === 'connected' && isFailed) retry()
  }
  return {
    source,
    /** The reason why the image is missing, while that may change. */
    problem: isFailed && connection === 'offline' ? unreachable : null,
    isFailed,
    retry,
    note: (outcome: string) => setFailed(outcome === 'failed' ? source : null),
  }
}
