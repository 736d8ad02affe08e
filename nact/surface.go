package nact

// GeneratedForSurface652A516D is the handshake between generated code and this library. Its name ends with a fingerprint of
// what the library's packages export. Generated code refers to it, and so does not compile with a library that has
// another surface than the one that it was generated for. The remedy is to run nactgen generate again, with the nactgen of
// the same version as the library.
const GeneratedForSurface652A516D = true
