//! Writes the definition of a package, which its code describes: `package-definition CODE DEFINITION`.

use radix_common::prelude::manifest_encode;
use radix_engine::utils::extract_definition;
use radix_engine_interface::blueprints::package::ManifestPackageDefinition;

fn main() {
    let [_, code, definition] = std::env::args()
        .collect::<Vec<_>>()
        .try_into()
        .expect("two paths");
    let code = std::fs::read(code).expect("the code");
    let extracted = extract_definition(&code).expect("code that describes its package");
    let encoded = manifest_encode(&ManifestPackageDefinition::from(extracted)).expect("encodable");
    std::fs::write(definition, encoded).expect("writable");
}
