import { serviceEndpoints } from '@vermilion/contract/services'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

const channels = ['webhook', 'smtp'] as const
export type Channel = (typeof channels)[number]

export function useMissingChannels(): Channel[] | undefined {
  const { data } = useQuery(read(serviceEndpoints.listServices, {}))
  return data === undefined ? undefined : channels.filter((channel) => data.every(({ kind }) => kind !== channel))
}
