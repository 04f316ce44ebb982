/** Bytes per second, smoothed; 0 while nothing is sent. */
export function createUploadSpeed(now: () => number) {
  let measured = { at: now(), bytes: 0 }
  let arrived = 0
  let speed = 0
  return {
    arrive(bytes: number): void {
      arrived += bytes
    },
    measure(isSending: boolean): number {
      const at = now()
      const seconds = (at - measured.at) / 1000
      const fresh = seconds > 0 ? (arrived - measured.bytes) / seconds : 0
      measured = { at, bytes: arrived }
      speed = isSending ? (speed === 0 ? fresh : speed * 0.8 + fresh * 0.2) : 0
      return speed
    },
  }
}
