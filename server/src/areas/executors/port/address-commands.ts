import type { RunSpec } from './run-spec.ts'

/**
 * POSIX sh: what instances on several machines know of one another, from `VERMILION_ADDRESSES`, which has their addresses by rank.
 * Open MPI and the others write numbers of processes differently in their files, whose names begin with `path`.
 */
export function addressCommands({ accelerators: { count = 1 } }: Pick<RunSpec, 'accelerators'>, path: string): string {
  const slots = Math.max(1, count)
  return `for MASTER_ADDR in $VERMILION_ADDRESSES; do
  echo "$MASTER_ADDR slots=${slots}"
  echo "$MASTER_ADDR:${slots}" >&3
done > "${path}.hosts" 3> "${path}.hydra"
MASTER_ADDR=\${VERMILION_ADDRESSES%% *}
PET_MASTER_ADDR=$MASTER_ADDR
JAX_COORDINATOR_ADDRESS=$MASTER_ADDR:$MASTER_PORT
export VERMILION_ADDRESSES MASTER_ADDR PET_MASTER_ADDR JAX_COORDINATOR_ADDRESS
export OMPI_MCA_orte_default_hostfile="${path}.hosts" I_MPI_HYDRA_HOST_FILE="${path}.hydra" HYDRA_HOST_FILE="${path}.hydra"`
}
