import { accountEndpoints } from '@vermilion/contract/accounts'
import { type Person, peopleEndpoints } from '@vermilion/contract/accounts/people'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

/** All accounts and the user's own; undefined while loading. */
export function usePeople(): { people: readonly Person[] | undefined; me: string | undefined } {
  const query = { limit: maximumPageSize }
  return {
    people: useQuery(read(peopleEndpoints.listPeople, { query })).data?.items,
    me: useQuery(read(accountEndpoints.me, {})).data?.username,
  }
}
