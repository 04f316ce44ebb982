export interface DispatchRequests {
  request(): void
  onRequest(listener: () => void): void
}

export function createDispatchRequests(): DispatchRequests {
  const listeners: (() => void)[] = []
  return {
    request: () => listeners.forEach((listener) => listener()),
    onRequest: (listener) => void listeners.push(listener),
  }
}
