/** What a filter names to compare the number of the version that was answered: no block has such an id. */
export const VERSION_ADDRESS = '$version'
