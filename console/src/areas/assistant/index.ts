import { lazyPart } from '#lib/loading/lazy-part.tsx'

export const AssistantPanel = lazyPart(async () => (await import('./panel.tsx')).AssistantPanel)
