import { useDisabledAreas } from '../disabled-areas.tsx'
import { navigation } from '../navigation.tsx'

const keys = { space: 's', dataset: 'd', task: 't', fineTuning: 'f', model: 'm', board: 'v', resource: 'r' } as const

/** What follows `g` to open what the header tells. */
export const notificationKey = 'n'

interface GoToTarget {
  /** The key that follows `g`. */
  key: string
  /** Of app/text.ts. */
  name: keyof typeof keys | 'home' | 'settings'
  to: string
}

/** Where `g` and another key lead; to an area that is disabled leads none. */
export function useGoTo(): readonly GoToTarget[] {
  const disabled = useDisabledAreas()
  const open = navigation.filter(({ key }) => !disabled.includes(key))
  return [
    { key: 'w', name: 'home', to: '/welcome' },
    ...open.map(({ key, path }) => ({ key: keys[key], name: key, to: path })),
    { key: ',', name: 'settings', to: '/settings/common' },
  ]
}
