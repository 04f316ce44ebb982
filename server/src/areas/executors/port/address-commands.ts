import type { RunSpec } from './run-spec.ts'

/**
 * POSIX sh: what instances on several machines know of one another, from `VERMILION_ADDRESSES`, which has their addresses by rank.
 * The file, a quoted word, lists a host as often as it has accelerators, which all kinds of MPI read alike.
 */
export function addressCommands({ accelerators: { count = 1 } }: Pick<RunSpec, 'accelerators'>, file: string): string {
  const lines = Array.from({ length: Math.max(1, count) }, () => '"$MASTER_ADDR"').join(' ')
  return `for MASTER_ADDR in $VERMILION_ADDRESSES; do printf '%s\\n' ${lines}; done > ${file}
MASTER_ADDR=\${VERMILION_ADDRESSES%% *}
PET_MASTER_ADDR=$MASTER_ADDR
JAX_COORDINATOR_ADDRESS=$MASTER_ADDR:$MASTER_PORT
export VERMILION_ADDRESSES MASTER_ADDR PET_MASTER_ADDR JAX_COORDINATOR_ADDRESS
export OMPI_MCA_orte_default_hostfile=${file} I_MPI_HYDRA_HOST_FILE=${file} HYDRA_HOST_FILE=${file}`
}
