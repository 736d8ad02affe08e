package nact

// Hidden stands in the place of what a dry run does not show, and of secrets where something prints them.
const Hidden = "***"
