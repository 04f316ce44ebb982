import { useDisabledAreas } from '../disabled-areas.tsx'
import { navigation } from '../navigation.tsx'

const keys = { space: 's', dataset: 'd', task: 't', fineTuning: 'f', model: 'm', board: 'v', resource: 'r' } as const

export const notificationKey = 'n'

interface GoToTarget {
  key: string
  name: keyof typeof keys | 'home' | 'settings'
  to: string
}

export function useGoTo(): readonly GoToTarget[] {
  const disabled = useDisabledAreas()
  const open = navigation.filter(({ key }) => !disabled.includes(key))
  return [
    { key: 'w', name: 'home', to: '/welcome' },
    ...open.map(({ key, path }) => ({ key: keys[key], name: key, to: path })),
    { key: ',', name: 'settings', to: '/settings/common' },
  ]
}
