import { topic } from '#platform/events/events'

/** Published inside the transaction that removes a device. A listener that still needs it fails to prevent it. */
export const deviceDeleted = topic<{ deviceId: string; name: string }>('device-deleted')
